import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findSpillRoots } from "./find-spill-roots.ts";

it("puts spill files in the user's state directory, then in the temporary one", () => {
  expect(findSpillRoots({})).toEqual([
    join(homedir(), ".local/state/termwire/spill"),
    expect.stringMatching(new RegExp(`^${tmpdir()}/termwire-spill-\\w+$`, "u")),
  ]);
});

it("takes the state directory from the environment when that is a path from the root", () => {
  expect(findSpillRoots({ XDG_STATE_HOME: "/state" })[0]).toBe("/state/termwire/spill");
  expect(findSpillRoots({ XDG_STATE_HOME: "state" })).toEqual(findSpillRoots({}));
});
