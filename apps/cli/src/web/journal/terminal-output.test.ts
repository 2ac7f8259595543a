import { describe, expect, it } from "vitest";
import {
  readOutputPart,
  tellsOfTerminal,
  toOutputUpdate,
  type OutputPart,
} from "./terminal-output.ts";

const OUTPUT: OutputPart = { kind: "output", terminalId: "t", text: "hi\n" };
const GAP: OutputPart = { kind: "gap", terminalId: "t", lostBytes: 7 };

describe("an update of output", () => {
  it.each([OUTPUT, GAP])("is read as it is told: $kind", (part) => {
    expect(readOutputPart(toOutputUpdate("c", part))).toEqual(part);
  });

  it.each([
    ["a status", { status: "completed" }],
    ["content", { content: [] }],
    ["the exit", { _meta: { terminal_output: { terminal_id: "t", data: "" }, terminal_exit: {} } }],
    [
      "something of ours",
      { _meta: { terminal_output: { terminal_id: "t", data: "" }, termwire: {} } },
    ],
    ["no text", { _meta: { terminal_output: { terminal_id: "t" } } }],
    ["no terminal", { _meta: { terminal_output: { data: "x" } } }],
  ])("is none with %s", (_, members) => {
    expect(readOutputPart({ ...toOutputUpdate("c", OUTPUT), ...members })).toBeNull();
  });

  it("tells of a terminal, and so does whatever has its keys", () => {
    expect(tellsOfTerminal(toOutputUpdate("c", OUTPUT))).toBe(true);
    expect(tellsOfTerminal({ _meta: { terminal_exit: {} } })).toBe(true);
    expect(tellsOfTerminal({ status: "completed", _meta: { termwire: { waiting: true } } })).toBe(
      false,
    );
  });
});
