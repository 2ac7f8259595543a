import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { createSnapshotStream, GAP_NOTE, NO_BEGINNING_NOTE } from "./snapshot-stream.ts";

const id = toTerminalId("t1");
const encoder = new TextEncoder();

function bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** What a person would see after these events, as text; lost bytes as `<n>`. */
function show(events: readonly TerminalEvent[], before = ""): string {
  let shown = before;
  for (const event of events) {
    if (event.type === "output-appended") shown += new TextDecoder().decode(event.bytes);
    if (event.type === "output-replaced") shown = new TextDecoder().decode(event.bytes);
    if (event.type === "output-lost") shown += `<${event.lostBytes}>`;
  }
  return shown;
}

describe("createSnapshotStream", () => {
  it("appends only what a growing snapshot adds", () => {
    const stream = createSnapshotStream(id);
    expect(show(stream.apply({ bytes: bytes("a\n"), omittedBytes: 0 }))).toBe("a\n");
    expect(show(stream.apply({ bytes: bytes("a\nb\n"), omittedBytes: 0 }))).toBe("b\n");
    expect(stream.apply({ bytes: bytes("a\nb\n"), omittedBytes: 0 })).toEqual([]);
  });

  it("follows a snapshot that rolls, by its count of omitted bytes", () => {
    const stream = createSnapshotStream(id);
    stream.apply({ bytes: bytes("abcdef"), omittedBytes: 0 });
    expect(show(stream.apply({ bytes: bytes("efgh"), omittedBytes: 4 }))).toBe("gh");
  });

  it("says how much rolled by unseen, and puts it in place when the whole comes at last", () => {
    const stream = createSnapshotStream(id);
    stream.apply({ bytes: bytes("ab"), omittedBytes: 0 });
    expect(show(stream.apply({ bytes: bytes("fg"), omittedBytes: 5 }))).toBe("<3>fg");
    const whole = stream.apply({ bytes: bytes("abcdefg"), omittedBytes: 0 });
    expect(whole.map(({ type }) => type)).toEqual(["output-replaced"]);
    expect(show(whole)).toBe("abcdefg");
  });

  it("fills a gap as far as a longer snapshot reaches, and counts what is still missing", () => {
    const stream = createSnapshotStream(id);
    stream.apply({ bytes: bytes("ab"), omittedBytes: 0 });
    stream.apply({ bytes: bytes("fg"), omittedBytes: 5 });
    const filled = stream.apply({ bytes: bytes("defgh"), omittedBytes: 3 });
    expect(show(filled, "ab<3>fg")).toBe("<3>defgh");
    expect(show(stream.apply({ bytes: bytes("ghi"), omittedBytes: 6 }))).toBe("i");
  });

  it("replaces what a redrawn line changed", () => {
    const stream = createSnapshotStream(id);
    stream.apply({ bytes: bytes("10%"), omittedBytes: 0 });
    expect(show(stream.apply({ bytes: bytes("20%"), omittedBytes: 0 }), "10%")).toBe("20%");
  });

  it("finds out where a snapshot stands when nobody says, by what both have in common", () => {
    const stream = createSnapshotStream(id);
    const line = (end: string): string => `${"-".repeat(400)}${end}\n`;
    const [a, b, c, d] = [line("1"), line("2"), line("3"), line("4")] as const;
    const apply = (text: string, isTail = false): string =>
      show(stream.apply({ bytes: bytes(text), omittedBytes: null, isTail }));
    expect(apply(a)).toBe(a);
    expect(apply(`${a}${b}`)).toBe(b);
    expect(apply(`${b}${c}`)).toBe(c);
    expect(apply(`${b}${c}`)).toBe("");
    expect(stream.apply({ bytes: bytes("other"), omittedBytes: null })).toMatchObject([
      { type: "output-replaced" },
    ]);
    expect(apply(`her${d}`, true)).toBe(d);
  });

  it("does not take a rule that comes again for a snapshot that rolled", () => {
    const stream = createSnapshotStream(id);
    const rule = `${"=".repeat(80)}\n`;
    stream.apply({ bytes: bytes(`one\n${rule}`), omittedBytes: null });
    const redrawn = stream.apply({
      bytes: bytes(`${rule}${"two\n".repeat(200)}`),
      omittedBytes: null,
    });
    expect(redrawn.map(({ type }) => type)).toEqual(["output-replaced"]);
  });

  it("notes that output is missing before and between tails that do not meet", () => {
    const stream = createSnapshotStream(id);
    const apply = (text: string) =>
      stream.apply({ bytes: bytes(text), omittedBytes: null, isTail: true });
    expect(apply("")).toEqual([]);
    expect(apply("abc")).toMatchObject([{ note: NO_BEGINNING_NOTE }, { bytes: bytes("abc") }]);
    expect(apply("xyz")).toMatchObject([{ note: GAP_NOTE }, { bytes: bytes("xyz") }]);
    expect(show(stream.apply({ bytes: bytes("abc--xyz"), omittedBytes: 0 }), "abcxyz")).toBe(
      "abc--xyz",
    );
  });

  it("completes a stream by the whole output, and takes nothing away by less", () => {
    const complete = (appended: string, whole: string): string => {
      const stream = createSnapshotStream(id);
      stream.append(bytes(appended));
      return show(stream.complete(bytes(whole)), appended);
    };
    expect(complete("", "abc")).toBe("abc");
    expect(complete("ab", "abc")).toBe("abc");
    expect(complete("bc", "abc")).toBe("abc");
    expect(complete("abc", "abc")).toBe("abc");
    expect(complete("abc", "ab")).toBe("abc");
    expect(complete("xyz", "other than that")).toBe("xyz");
  });

  it("counts what was shown unseen, and completes the stream after it", () => {
    const stream = createSnapshotStream(id);
    stream.append(bytes("abc"));
    stream.skip(3);
    stream.append(bytes("gh"));
    expect(stream.complete(bytes("abcdefgh"))).toEqual([]);
    expect(show(stream.complete(bytes("abcdefghi")), "abcdefgh")).toBe("abcdefghi");
  });

  it("replaces what it let go of", () => {
    const stream = createSnapshotStream(id);
    stream.apply({ bytes: bytes("abc"), omittedBytes: 0 });
    stream.forget();
    expect(show(stream.apply({ bytes: bytes("abcd"), omittedBytes: 0 }), "abc")).toBe("abcd");
  });

  it("ends with the whole output, whatever tails were shown on the way", () => {
    const tails = fc.array(fc.record({ grow: fc.nat(9), keep: fc.nat(12) }), { maxLength: 12 });
    fc.assert(
      fc.property(tails, (steps) => {
        const stream = createSnapshotStream(id);
        let output = "";
        let shown = "";
        for (const { grow, keep } of steps) {
          for (let n = 0; n < grow; n++) output += String.fromCharCode(97 + (output.length % 26));
          const from = Math.max(0, output.length - keep);
          const snapshot = { bytes: bytes(output.slice(from)), omittedBytes: from };
          shown = show(stream.apply(snapshot), shown);
        }
        shown = show(stream.apply({ bytes: bytes(output), omittedBytes: 0 }), shown);
        expect(shown).toBe(output);
      }),
    );
  });
});
