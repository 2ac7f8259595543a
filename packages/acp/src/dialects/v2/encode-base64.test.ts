import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64 } from "./decode-base64.ts";
import { encodeBase64 } from "./encode-base64.ts";

describe("encodeBase64", () => {
  it("is what everybody else makes of the same bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      }),
    );
  });

  it("comes back as the bytes it was, a whole chunk of them", () => {
    const bytes = Uint8Array.from({ length: 512 * 1024 }, (_, index) => (index * 7) % 256);
    expect(Buffer.from(decodeBase64(encodeBase64(bytes)) ?? []).equals(Buffer.from(bytes))).toBe(
      true,
    );
  });
});
