import { describe, expect, it } from "vitest";
import { provideSystemNeeds } from "./system-needs.mjs";

const need = (name: string) => ({
  name,
  check: [name, "--version"] as const,
  debianPackage: `${name}-package`,
  why: `the ${name} things`,
  skippedTests: `tests of ${name}`,
});

/** A system with some programs, and packages that bring the program of their name. */
function systemWith(programs: readonly string[], { installFails = false } = {}) {
  const present = new Set(programs);
  const commands: string[] = [];
  const lines: string[] = [];
  const run = async (file: string, args: readonly string[]) => {
    commands.push([file, ...args].join(" "));
    await Promise.resolve();
    if (file !== "env") return { code: present.has(file) ? 0 : 127, output: "" };
    if (installFails) return { code: 100, output: "no such package\n" };
    for (const name of args) if (name.endsWith("-package")) present.add(name.slice(0, -8));
    return { code: 0, output: "" };
  };
  return { commands, lines, run, print: (line: string) => void lines.push(line) };
}

describe("what the tests need of the system", () => {
  it("is looked for, and nothing else happens when all of it is there", async () => {
    const system = systemWith(["a", "b"]);
    const ports = { ...system, mayInstall: true };
    expect(await provideSystemNeeds([need("a"), need("b")], ports)).toEqual([]);
    expect(system.commands).toEqual(["a --version", "b --version"]);
    expect(system.lines).toEqual([]);
  });

  it("is installed where that is allowed, only what is missing, and looked for again", async () => {
    const system = systemWith(["a"]);
    const ports = { ...system, mayInstall: true };
    expect(await provideSystemNeeds([need("a"), need("b"), need("c")], ports)).toEqual([]);
    const aptGet = "env DEBIAN_FRONTEND=noninteractive apt-get -qq";
    expect(system.commands.slice(3)).toEqual([
      `${aptGet} update`,
      `${aptGet} install -y --no-install-recommends b-package c-package`,
      "b --version",
      "c --version",
    ]);
    expect(system.lines).toEqual(["installing b-package, c-package"]);
  });

  it("is never installed where that is not allowed, but said, with what is skipped", async () => {
    const system = systemWith([]);
    const ports = { ...system, mayInstall: false };
    expect(await provideSystemNeeds([need("a")], ports)).toEqual(["a"]);
    expect(system.commands).toEqual(["a --version"]);
    expect(system.lines).toEqual([
      "a is missing, needed for the a things; skipped without it: tests of a.",
      "  On Debian or Ubuntu: sudo apt-get install -y a-package",
    ]);
  });

  it("is named as missing when installing fails, below what the installer said", async () => {
    const system = systemWith([], { installFails: true });
    const ports = { ...system, mayInstall: true };
    expect(await provideSystemNeeds([need("a")], ports)).toEqual(["a"]);
    expect(system.lines.slice(1, 3)).toEqual([
      "no such package\nno such package",
      "a is missing, needed for the a things; skipped without it: tests of a.",
    ]);
  });

  it("is nothing for an empty table", async () => {
    const system = systemWith([]);
    expect(await provideSystemNeeds([], { ...system, mayInstall: true })).toEqual([]);
    expect(system.commands).toEqual([]);
  });
});
