import type { TerminalSize } from "@termwire/terminal";
import { AcpError } from "../acp-error.ts";
import { MAX_CELLS, parseSize } from "../dialects/parse-size.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { decodeBase64 } from "../dialects/v2/decode-base64.ts";
import { INPUT_LIMIT_BYTES, TERMINAL_METHODS } from "../terminal-control.ts";
import { answerRequest } from "../wire-error.ts";
import type { LiveTerminals } from "./bridge/live-terminals.ts";
import type { ExtensibleApp } from "./extensible-app.ts";

/** Where the terminals of a session are found. */
export type FindTerminals = (sessionId: string) => LiveTerminals;

type Fields = Readonly<Record<string, unknown>>;
type Answer = (terminals: LiveTerminals, terminalId: string, params: Fields) => unknown;

const ANSWERS: Readonly<Record<keyof typeof TERMINAL_METHODS, Answer>> = {
  cancel: (terminals, terminalId) => terminals.stop(terminalId),
  input: (terminals, terminalId, { data }) => terminals.write(terminalId, parseInput(data)),
  resize: (terminals, terminalId, params) => terminals.resize(terminalId, requireSize(params)),
};

/**
 * Serves those of our own requests about a terminal that are named. A terminal belongs to its session: in another one
 * it is not known.
 */
export function serveTerminalRequests<App extends ExtensibleApp<App>>(
  app: App,
  served: readonly (keyof typeof TERMINAL_METHODS)[],
  findTerminals: FindTerminals,
): App {
  return served.reduce(
    (extended, name) =>
      extended.onRequest(TERMINAL_METHODS[name], toFields, ({ params }) =>
        answerRequest(async () => {
          const fields = toFields(params);
          const [sessionId, terminalId] = [
            parseId(fields, "sessionId"),
            parseId(fields, "terminalId"),
          ];
          await ANSWERS[name](findTerminals(sessionId), terminalId, fields);
          return {};
        }),
      ),
    app,
  );
}

function parseId(params: Fields, name: "sessionId" | "terminalId"): string {
  const id = params[name];
  if (typeof id === "string") return id;
  throw refuse(name, "a string", id);
}

function parseInput(data: unknown): Uint8Array {
  const bytes = typeof data === "string" ? decodeBase64(data) : null;
  if (bytes === null) throw refuse("data", "bytes as base64", data);
  if (bytes.length <= INPUT_LIMIT_BYTES) return bytes;
  const message = `data: expected at most ${INPUT_LIMIT_BYTES} bytes at once, got ${bytes.length}`;
  throw new AcpError("invalid-params", message, { limitBytes: INPUT_LIMIT_BYTES });
}

function requireSize(params: Fields): TerminalSize {
  const size = parseSize(params);
  if (size !== null) return size;
  const { cols, rows } = params;
  throw refuse("cols and rows", `whole numbers from 1 to ${MAX_CELLS}`, [cols, rows]);
}

function refuse(name: string, expected: string, got: unknown): AcpError {
  const shown = JSON.stringify(got)?.slice(0, 100) ?? "nothing";
  return new AcpError("invalid-params", `${name}: expected ${expected}, got ${shown}`);
}
