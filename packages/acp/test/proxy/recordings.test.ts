import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { ProxyChange } from "@termwire/acp/proxy";
import {
  readRecording,
  replayMessages,
  type ShownTerminal,
} from "../recordings/replay-recording.ts";
import { readTruth } from "../recordings/truth.ts";
import { findUnshowable } from "./find-unshowable.ts";
import { toFields } from "./memory-peer.ts";
import { CLIENT_VARIANTS, playRecording } from "./play-recording.ts";

const EXTENSION = ".ndjson";
const recordings = readdirSync(new URL("../recordings/", import.meta.url))
  .filter((file) => file.endsWith(EXTENSION))
  .map((file) => file.slice(0, -EXTENSION.length));
const isV2 = (name: string): boolean => name.split("-")[2]?.startsWith("v2") === true;
const v1 = recordings.filter((name) => !isV2(name));
const variants = Object.keys(CLIENT_VARIANTS);

/** Why a client behind the proxy shows something else than one that decodes everything. */
const KNOWN: Readonly<Record<string, { readonly to: readonly string[]; readonly why: string }>> = {
  "claude-slow-v2-bgtool": {
    to: ["b", "c"],
    why: "text that follows the end of its call is not read",
  },
  "codex-slow8-v2x": { to: ["b", "c"], why: "text that follows the end of its call is not read" },
  "codex-slow8-ax": { to: ["b", "c"], why: "text that follows the end of its call is not read" },
  "codex-slow8-ax-long": {
    to: ["b", "c"],
    why: "text that follows the end of its call is not read",
  },
  "codex-slow8-ax-think": {
    to: ["b", "c"],
    why: "text that follows the end of its call is not read",
  },
  "copilot-big-a": {
    to: ["a", "d", "ab"],
    why: "a stream takes nothing back: windows that scrolled out of sight stay above",
  },
};

function pick({ state, output }: ShownTerminal) {
  return { command: state.command, output, ending: state.ending };
}

/** Everything that is shown neither as without the proxy nor as it really was. */
async function findDifferences(name: string, shown: readonly ShownTerminal[]): Promise<unknown[]> {
  const direct = (await replayMessages(await readRecording(`${name}${EXTENSION}`))).map(pick);
  const truths = readTruth(name);
  expect(shown.map(({ state }) => state.command)).toEqual(direct.map(({ command }) => command));
  return shown.map(pick).flatMap((terminal, index) => {
    const [alone, truth] = [direct[index], truths[index]];
    const hasOutput = [alone?.output, truth?.output].includes(terminal.output);
    const hasEnding = isDeepStrictEqual(terminal.ending, alone?.ending);
    return hasOutput && hasEnding ? [] : [{ shown: terminal, alone }];
  });
}

/** True for a recording whose agent speaks version 2; most answer to a client of version 2 in version 1. */
async function speaksV2(name: string): Promise<boolean> {
  const messages = await readRecording(`${name}${EXTENSION}`);
  return messages.some(
    ({ dir, msg }) => dir === "a2c" && toFields(toFields(msg)["result"])["protocolVersion"] === 2,
  );
}

describe("a recorded agent behind the proxy", () => {
  const cases = recordings.flatMap((name) => variants.map((variant) => [name, variant] as const));

  it.each(cases)(
    "%s shows its commands to client %s, and nothing it cannot show",
    async (name, variant) => {
      const messages = await readRecording(`${name}${EXTENSION}`);
      const introduction = CLIENT_VARIANTS[variant] ?? {};
      const { traffic } = await playRecording(messages, { introduction });
      const differences = await findDifferences(name, await replayMessages(traffic));
      const isKnown = KNOWN[name]?.to.includes(variant) === true;
      expect(differences).toHaveLength(isKnown ? 1 : 0);
      expect(findUnshowable(traffic, introduction, false)).toEqual([]);
    },
  );

  it.each(v1.filter((name) => /-(?:a?b|bx)(?:-|$)|^acpx/.test(name)))(
    "%s leaves its commands to a client that runs them, when told to",
    async (name) => {
      const messages = await readRecording(`${name}${EXTENSION}`);
      const introduction = CLIENT_VARIANTS["b"] ?? {};
      const { traffic } = await playRecording(messages, { introduction, passTerminals: true });
      expect(await findDifferences(name, await replayMessages(traffic))).toEqual([]);
      expect(findUnshowable(traffic, introduction, true)).toEqual([]);
    },
  );

  it.each(recordings.filter(isV2))(
    "%s passes to a client of version 2 as it is, if it speaks version 2",
    async (name) => {
      if (!(await speaksV2(name))) return;
      const messages = await readRecording(`${name}${EXTENSION}`);
      const { traffic, changes } = await playRecording(messages, { introduction: null });
      const closed = changes.filter(({ kind }) => kind === "closed");
      const said = traffic
        .filter(({ dir, msg }) => dir === "a2c" && !isAdded(msg, closed))
        .map(({ msg }) => withoutRequestId(msg));
      const recorded = messages
        .filter(({ dir }) => dir === "a2c")
        .map(({ msg }) => withoutRequestId(msg));
      expect(said).toEqual(recorded);
    },
  );
});

/** What the test says, and the end of calls that the agent left open. */
function isAdded(msg: unknown, closed: readonly ProxyChange[]): boolean {
  const { method, params } = toFields(msg);
  const { toolCallId, status } = toFields(toFields(params)["update"]);
  const isEnd = status === "failed" || status === "cancelled";
  const isClosed = isEnd && closed.some((change) => change.toolCallId === toolCallId);
  return isClosed || String(method).startsWith("_test/");
}

/** Ids of the agent's requests are the proxy's own. */
function withoutRequestId(msg: unknown): unknown {
  const { id: _, ...rest } = toFields(msg);
  return rest["method"] === undefined ? msg : rest;
}
