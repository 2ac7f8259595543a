import { describe, expect, it } from "vitest";
import { CutOffError } from "./answer-reader.ts";
import { createSecretHider } from "./hide-secrets.ts";
import { readFailure, type ModelFailure } from "./read-failure.ts";
import { SilenceError } from "./silence-limit.ts";

function read(error: unknown): ModelFailure {
  return readFailure(error, {
    providerId: "p",
    baseUrl: "http://x/v1",
    hide: (text) => text,
    nowMs: 0,
  });
}

/** An error as the SDK throws it, by its name and members. */
function fail(name: string, members: object = {}, message = "why"): Error {
  return Object.assign(new Error(message), { name }, members);
}

describe("what went wrong with a provider", () => {
  it.each([
    [new CutOffError(), "p broke off its answer"],
    [new SilenceError(60_000), "p sent nothing for 60 s"],
    [fail("AI_APICallError"), "p cannot be reached at http://x/v1: why"],
    [fail("AI_APICallError", { statusCode: 200 }), "the connection to p broke"],
    [fail("AI_JSONParseError", {}, "Text: secret"), "p sent something that is no answer"],
    [new TypeError("terminated"), "the connection to p broke: terminated"],
    [
      fail("Error", { code: "ECONNRESET" }, "read ECONNRESET"),
      "the connection to p broke: read ECONNRESET",
    ],
    [{ type: "overloaded_error", message: "Overloaded" }, "p failed: Overloaded"],
    ["busy", "p failed: busy"],
  ])("is said in words, and worth asking again", (error, message) => {
    expect(read(error)).toMatchObject({ message, isRetryable: true, status: null });
  });

  it("is not worth asking again when it is ours, or a matter of money", () => {
    expect(read(new RangeError("bug"))).toMatchObject({ isRetryable: false });
    const broke = fail("AI_APICallError", { statusCode: 429 }, "insufficient_quota");
    expect(read(broke)).toMatchObject({ isRetryable: false, status: 429 });
    expect(read({ message: "Your credit balance is too low" }).isRetryable).toBe(false);
  });

  it("says how long to wait, whatever the headers hold", () => {
    const limited = (responseHeaders: unknown): number | null =>
      read(fail("AI_APICallError", { statusCode: 429, responseHeaders })).retryAfterMs;
    expect(limited({ "retry-after": "2" })).toBe(2000);
    expect(limited({ "retry-after": 2 })).toBeNull();
    expect(limited("none")).toBeNull();
  });

  it("is one line, not too long", () => {
    const { message } = read(
      fail("AI_APICallError", { statusCode: 400 }, `a\n\n${"x".repeat(900)}`),
    );
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThan(360);
  });
});

describe("hiding secrets", () => {
  it("takes out the key and the values of headers, with their scheme or without", () => {
    const hide = createSecretHider({
      apiKey: "sk-abcdef",
      headers: { authorization: "Bearer token-1234", "x-short": "a" },
    });
    expect(hide("key sk-abcdef, header Bearer token-1234, again token-1234, a")).toBe(
      "key [hidden], header [hidden], again [hidden], a",
    );
  });

  it("has nothing to hide without them", () => {
    expect(createSecretHider({ apiKey: null, headers: {} })("as it is")).toBe("as it is");
  });
});
