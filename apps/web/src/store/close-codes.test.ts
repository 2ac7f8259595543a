import { describe, expect, it } from "vitest";
import { isAgainAtOnce, toLost } from "./close-codes.ts";

describe("a connection that closes", () => {
  it("comes back at once after a restart of the agent, and when this page was too slow", () => {
    expect([4001, 4008, 1001, 1006, 4404].map(isAgainAtOnce)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("is lost, and knows that the server ended until it is back", () => {
    const ended = toLost({ kind: "open" }, 1001);
    expect(ended).toEqual({ kind: "lost", hasServerEnded: true });
    expect(toLost(ended, 1006)).toEqual({ kind: "lost", hasServerEnded: true });
    expect(toLost({ kind: "open" }, 1006)).toEqual({ kind: "lost", hasServerEnded: false });
  });
});
