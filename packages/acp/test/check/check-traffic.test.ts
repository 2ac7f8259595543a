import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkTraffic, REQUIREMENT_GROUPS, type Finding } from "@termwire/acp/check";
import { readRecording, type RecordedMessage } from "../recordings/replay-recording.ts";
import { plantFault } from "./plant-fault.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";

function check(messages: readonly RecordedMessage[]): readonly Finding[] {
  const judge = checkTraffic();
  for (const { dir, msg } of messages) judge.take(dir, msg);
  return judge.end();
}

function toIds(findings: readonly Finding[], level?: string): string[] {
  const ids = findings
    .filter(({ requirement }) => level === undefined || requirement.level === level)
    .map(({ requirement }) => requirement.id);
  return [...new Set(ids)].toSorted();
}

/** What recordings of real peers break of what they must; every other one breaks nothing. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  "acpx+termtest-bg": ["A1-RELEASED"],
  "acpx+termtest-big": ["A1-RELEASED"],
  "acpx+termtest-killed": ["A1-RELEASED"],
  "acpx+termtest-slow": ["A1-RELEASED"],
  "codex-fail-b": ["M1-CAP"],
  "codex-fail-c": ["M1-CAP"],
  "codex-slow-b": ["M1-CAP"],
  "codex-slow-c": ["M1-CAP"],
  "pi-fail-b": ["M1-CAP"],
  "pi-fail-c": ["M1-CAP"],
  "pi-slow-b": ["M1-CAP"],
  "pi-slow-c": ["M1-CAP"],
  "zedcodex-killed-a": ["M1-EXIT-CODE"],
};

const EXTENSION = ".ndjson";
const recordings = readdirSync(new URL("../recordings/", import.meta.url))
  .filter((file) => file.endsWith(EXTENSION))
  .map((file) => file.slice(0, -EXTENSION.length));

describe("checkTraffic", () => {
  it.each(PLANTED_FAULTS.map((fault, index) => [fault.requirement, index, fault] as const))(
    "finds %s broken (fault %i)",
    async (requirement, _, fault) => {
      const messages = await readRecording(`${fault.recording}${EXTENSION}`);
      const isNew = !toIds(check(messages)).includes(requirement);
      expect({ isNew, found: toIds(check(plantFault(messages, fault))) }).toEqual({
        isNew: true,
        found: expect.arrayContaining([requirement]),
      });
    },
  );

  it.each(["run_in_background", "is_background", "isBackground", "background"])(
    "lets a call that says %s be open at the end of its turn",
    (key) => {
      const told = (rawInput: object): string[] => {
        const update = { sessionUpdate: "tool_call", toolCallId: "c", title: "server", rawInput };
        return toIds(
          check([
            {
              t: 0,
              dir: "c2a",
              msg: {
                jsonrpc: "2.0",
                id: 1,
                method: "session/prompt",
                params: { sessionId: "s", prompt: [] },
              },
            },
            {
              t: 0,
              dir: "a2c",
              msg: {
                jsonrpc: "2.0",
                method: "session/update",
                params: { sessionId: "s", update: { ...update, status: "in_progress" } },
              },
            },
            {
              t: 0,
              dir: "a2c",
              msg: { jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn" } },
            },
          ]),
        );
      };
      expect(told({ command: "server" })).toContain("C1-FINAL");
      expect(told({ command: "server", [key]: true })).not.toContain("C1-FINAL");
    },
  );

  it.each(recordings)("finds in %s what is broken there, and nothing else", async (name) => {
    const findings = check(await readRecording(`${name}${EXTENSION}`));
    expect(toIds(findings, "MUST")).toEqual(BROKEN[name] ?? []);
  });

  it("says which message showed it", async () => {
    const messages = await readRecording("zedcodex-killed-a.ndjson");
    const finding = check(messages).find(({ requirement }) => requirement.id === "M1-EXIT-CODE");
    expect(JSON.stringify(messages[finding?.message ?? -1])).toContain('"exit_code":-1');
  });

  it("judges what it can of a recording that begins in the middle", async () => {
    const messages = await readRecording("codex-slow-a.ndjson");
    expect(check(messages.slice(6))).toEqual([]);
  });

  it.each([
    null,
    3,
    "x",
    [],
    {},
    { method: 3 },
    { id: {} },
    { method: "session/update", params: 3 },
  ])("takes %j, which is no message", (message) => {
    const judge = checkTraffic();
    judge.take("a2c", message);
    judge.take("c2a", message);
    expect(judge.end().length).toBeLessThan(10);
  });

  it("tells of a fault that is made again and again a thousand times, and then how often", () => {
    const judge = checkTraffic();
    for (let call = 0; call < 5000; call++) {
      const update = {
        sessionUpdate: "tool_call",
        toolCallId: `c${call}`,
        status: "done",
        title: "x",
      };
      judge.take("a2c", { method: "session/update", params: { sessionId: "s", update } });
    }
    const findings = judge.end().filter(({ requirement }) => requirement.id === "C1-STATUS");
    expect(findings).toHaveLength(1001);
    expect(findings.at(-1)).toMatchObject({ message: null, detail: "4000 more of these" });
  });

  it("judges each agent, client and version by requirements of its own", () => {
    const ids = REQUIREMENT_GROUPS.flatMap(({ requirements }) => requirements).map(({ id }) => id);
    expect(PLANTED_FAULTS.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining(ids.filter((id) => !id.startsWith("T1-"))),
    );
  });
});
