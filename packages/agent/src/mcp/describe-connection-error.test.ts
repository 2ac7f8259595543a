import { describe, expect, it } from "vitest";
import { describeConnectionError } from "./describe-connection-error.ts";

function withCode(message: string, code: number): Error {
  return Object.assign(new Error(message), { code });
}

describe("what went wrong with a server", () => {
  it("is that it was late, however that is told", () => {
    const late = "it did not answer within 50 ms";
    expect(describeConnectionError(new DOMException("aborted", "TimeoutError"), 50)).toBe(late);
    expect(describeConnectionError(withCode("MCP error -32001: x", -32_001), 50)).toBe(late);
  });

  it("is that it went away", () => {
    const gone = withCode("MCP error -32000: Connection closed", -32_000);
    expect(describeConnectionError(gone, 50)).toBe("it ended the connection");
  });

  it("is the status of its address, without the page that came with it", () => {
    const words = describeConnectionError(withCode(`<html>\n${"x".repeat(900)}`, 503), 50);
    expect(words).toMatch(/^HTTP 503: <html> x+…$/u);
    expect(words.length).toBeLessThan(350);
  });

  it("is why nothing was reached", () => {
    const error = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    expect(describeConnectionError(error, 50)).toBe("fetch failed (connect ECONNREFUSED)");
  });

  it("is words whatever was thrown", () => {
    expect(describeConnectionError("gone", 50)).toBe("gone");
    expect(describeConnectionError(withCode("refused", -32_602), 50)).toBe("refused");
  });
});
