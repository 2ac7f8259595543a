import { describe, expect, it } from "vitest";
import { explainBubblewrapFailure, type NamespaceSwitches } from "./explain-failure.ts";

const none: NamespaceSwitches = {
  unprivilegedClone: null,
  apparmorRestriction: null,
  maxUserNamespaces: "63000",
};

describe("why bubblewrap does not work", () => {
  it.each([
    [{ unprivilegedClone: "0" }, "kernel.unprivileged_userns_clone=1"],
    [{ apparmorRestriction: "1" }, "kernel.apparmor_restrict_unprivileged_userns=0"],
    [{ maxUserNamespaces: "0" }, "user.max_user_namespaces=15000"],
    [{}, "docker run"],
  ])("with %j names %s", (changed, expected) => {
    expect(explainBubblewrapFailure("bwrap: no", { ...none, ...changed })).toContain(expected);
  });

  it("has what it said last, in one line", () => {
    const text = explainBubblewrapFailure("warning\nbwrap: Permission denied\n", none);
    expect(text).toContain("(bwrap: Permission denied)");
    expect(text).not.toContain("\n");
  });

  it("says so when it said nothing", () => {
    expect(explainBubblewrapFailure("", none)).toContain("it said nothing");
  });
});
