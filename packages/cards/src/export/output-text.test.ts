import { describe, expect, it } from "vitest";
import { toTerminalId } from "@termwire/terminal";
import { createCardRecord } from "../record/card-record.ts";
import { ENGLISH } from "../text/english.ts";
import { readOutputText } from "./output-text.ts";

function recordOf(text: string, limitBytes: number) {
  const record = createCardRecord(limitBytes);
  const bytes = new TextEncoder().encode(text);
  record.apply({ type: "output-appended", id: toTerminalId("t1"), bytes }, 0);
  return record;
}

describe("output as text", () => {
  it("is what a terminal would show: no colours, a progress bar in its last state", async () => {
    const record = recordOf("\u001B[31mred\u001B[0m\n10%\r100%\n", 1000);
    expect(await readOutputText(record, ENGLISH)).toBe("red\n100%\n");
  });

  it("says first how much of it is gone", async () => {
    const record = recordOf("0123456789".repeat(500), 10);
    expect(await readOutputText(record, ENGLISH)).toBe(
      "[The oldest 4,990 bytes are no longer kept here.]\n0123456789",
    );
  });
});
