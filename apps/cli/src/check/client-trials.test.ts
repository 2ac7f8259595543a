import { describe, expect, it } from "vitest";
import { REQUIREMENT_GROUPS } from "@termwire/acp/check";
import { CLIENT_TRIALS, LOOKED_AT } from "./client-trials.ts";

describe("the trials of a client", () => {
  it("try or show all that a client has to do that runs commands", () => {
    const ids = REQUIREMENT_GROUPS.flatMap(({ requirements }) => requirements)
      .map(({ id }) => id)
      // What is not offered is tried of a client that does not offer it.
      .filter((id) => id.startsWith("T1-") && id !== "T1-CAP");
    const tried = [...CLIENT_TRIALS.map(({ requirement }) => requirement), ...LOOKED_AT];
    expect(tried.toSorted()).toEqual(ids.toSorted());
  });
});
