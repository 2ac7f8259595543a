import type { DisplayEvent } from "@termwire/acp/client";
import type { Ending } from "@termwire/terminal";
import type { Print, RunPrinter } from "./run-printer.ts";

/**
 * Prints one event per line as JSON. `data` is base64 of the bytes; concatenated in order it is the output. An
 * `output` with `"replace":true` starts it anew: its agent only sends snapshots. `t` is milliseconds since start.
 */
export function createJsonPrinter(print: Print, elapsedMs: () => number): RunPrinter {
  const line = (event: Readonly<Record<string, unknown>>): void =>
    print(`${JSON.stringify(event)}\n`);
  return {
    terminal: (event) => line(toLine(event, Math.round(elapsedMs()))),
    message: (text) => line({ event: "message", text }),
    turn: (stopReason) => line({ event: "turn", stopReason }),
    close: () => undefined,
  };
}

function toLine({ toolCallId, dialect, event }: DisplayEvent, t: number): Record<string, unknown> {
  const { id } = event;
  switch (event.type) {
    case "terminal-started":
      return {
        event: "terminal",
        id,
        toolCallId,
        command: event.command,
        cwd: event.cwd,
        dialect,
        t,
      };
    case "terminal-changed":
      return { event: "changed", id, toolCallId, command: event.command, cwd: event.cwd, t };
    case "output-appended":
      return { event: "output", id, data: toBase64(event.bytes), t };
    case "output-replaced":
      return { event: "output", id, data: toBase64(event.bytes), replace: true, t };
    case "output-lost":
      return { event: "lost", id, bytes: event.lostBytes, t };
    case "waiting-changed":
      return { event: "waiting", id, waiting: event.isWaiting, t };
    case "terminal-ended":
      return { event: "exit", id, ...toExit(event.ending), durationMs: event.durationMs, t };
    case "note-added":
      return { event: "note", id, text: event.note, t };
  }
}

function toExit(ending: Ending): Record<string, unknown> {
  return {
    exitCode: ending.kind === "exited" ? ending.code : null,
    signal: ending.kind === "signaled" ? ending.signal : null,
    cause: ending.cause,
    ...(ending.kind === "lost" && { reason: ending.reason }),
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
