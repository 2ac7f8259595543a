import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseDecoder } from "./choose-decoder.ts";

/** What native programs print in the code page of a console, and what it says. */
const PRINTED: readonly (readonly [codePage: number, bytes: readonly number[], text: string])[] = [
  [936, [0xb3, 0xc9, 0xb9, 0xa6, 0x3a, 0x20, 0xc5, 0xe4, 0xd6, 0xc3], "成功: 配置"],
  [950, [0xa6, 0xa8, 0xa5, 0x5c], "成功"], // its second byte is a backslash
  [932, [0x83, 0x5c, 0x83, 0x74], "ソフ"],
  [949, [0xbc, 0xb3, 0xc1, 0xa4], "설정"],
  [866, [0x8f, 0xe0, 0xa8], "При"],
  [1252, [0x63, 0x61, 0x66, 0xe9], "café"],
];

const decodeAt = (
  decoder: ReturnType<typeof chooseDecoder>,
  bytes: Uint8Array,
  cuts: readonly number[],
): string => {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  const parts = edges.slice(1).map((to, index) => decoder.decode(bytes.subarray(edges[index], to)));
  return parts.join("") + decoder.flush();
};

describe("output on Windows", () => {
  it.each(PRINTED)(
    "in code page %i is read, wherever it is cut (cases 107, 108, 109)",
    (page, codes, text) => {
      const bytes = Uint8Array.from([...codes, 13, 10]);
      for (let cut = 0; cut <= bytes.length; cut++) {
        expect(decodeAt(chooseDecoder("win32", page), bytes, [cut])).toBe(`${text}\r\n`);
      }
    },
  );

  it("in UTF-8 is read as that, also between lines of the code page (case 107)", () => {
    const gbk = Uint8Array.of(0xc5, 0xe4, 0xd6, 0xc3, 10);
    const utf8 = new TextEncoder().encode("配置 – Git Bash\n");
    const bytes = Buffer.concat([utf8, gbk, utf8]);
    const text = "配置 – Git Bash\n配置\n配置 – Git Bash\n";
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        expect(decodeAt(chooseDecoder("win32", 936), bytes, cuts)).toBe(text);
      }),
    );
  });

  it("comes at once as far as it is ASCII", () => {
    const decoder = chooseDecoder("win32", 936);
    expect(decoder.decode(new TextEncoder().encode("Continue? "))).toBe("Continue? ");
    expect(decoder.decode(Uint8Array.of(0x61, 0xc5))).toBe("a");
    expect(decoder.decode(Uint8Array.of(0xe4))).toBe("");
    expect(decoder.flush()).toBe("配");
  });

  it("is not kept without end when no line ends", () => {
    const decoder = chooseDecoder("win32", 936);
    const text = decoder.decode(new Uint8Array(100_000).fill(0xc5));
    expect(text.length).toBeGreaterThan(0);
  });
});

describe("output elsewhere, or in a code page nobody knows", () => {
  it.each([
    ["linux", 936],
    ["darwin", null],
    ["win32", 65001],
    ["win32", null],
    ["win32", 1],
  ] as const)("is UTF-8: %s, %s", (platform, page) => {
    const bytes = new TextEncoder().encode("配置 é\n");
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(decodeAt(chooseDecoder(platform, page), bytes, [cut])).toBe("配置 é\n");
    }
  });
});
