import { tmpdir } from "node:os";
import { describe, expect, it, vi } from "vitest";
import {
  createLocalRunner,
  createSandboxedRunner,
  resolveSandboxPolicy,
  type LocalRunner,
} from "@termwire/process";
import { findOnPath } from "../src/request/find-shell.ts";
import { startInBubblewrap } from "../src/sandbox/start-in-bubblewrap.ts";
import { file, onTerminal, printed, readAll, run, start } from "./command-harness.ts";
import { describeEndings } from "./contract/ending-contract.ts";
import { describeTermination } from "./contract/termination-contract.ts";
import { describeRunnerContract } from "./runner-contract.ts";
import { sandboxProblem } from "./sandbox-machine.ts";

// A sandbox takes some 20 ms to make, and many more on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

/** The tests work in the directory for temporary files, so that is the workspace. */
function createRunner({ network = false } = {}): LocalRunner {
  const request = { mode: "workspace-write", writableRoots: [tmpdir()], network } as const;
  const policy = resolveSandboxPolicy(request);
  return createSandboxedRunner(createLocalRunner(), policy);
}

/** The same on a system without perl. */
function createNodeInitRunner(): LocalRunner {
  const inner = createLocalRunner();
  const policy = resolveSandboxPolicy({ mode: "workspace-write", writableRoots: [tmpdir()] });
  const init = { kind: "node", file: process.execPath } as const;
  const bubblewrap = findOnPath("bwrap", process.env["PATH"] ?? "") ?? "bwrap";
  const backend = { kind: "bubblewrap", file: bubblewrap, init } as const;
  return {
    resolve: (request) => inner.resolve(request),
    start: (spec) => startInBubblewrap(spec, { inner, policy, backend }),
  };
}

describe.skipIf(sandboxProblem !== null)("in a sandbox", () => {
  // Some start hundreds of commands, and a network of its own is what takes a sandbox longest to make.
  describeRunnerContract("a runner on pipes", () => createRunner({ network: true }));

  describe("a runner on a terminal", () => {
    describeEndings(() => onTerminal(createRunner()));
  });

  describe("a runner on a terminal that is typed to", () => {
    describeEndings(() => onTerminal(createRunner(), "terminal"));
    describeTermination(() => onTerminal(createRunner(), "terminal"));
  });

  describe("a runner whose first process is node, for want of perl", () => {
    describeEndings(createNodeInitRunner);

    it("outlives what ends the command, to tell how it ended", async () => {
      const line = "trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done";
      await using command = await start(createNodeInitRunner(), file("/bin/sh", "-c", line));
      await printed(command, "ready\n");
      await command.terminate("stopped");
      const { ending } = await command.completed;
      expect(ending).toEqual({ kind: "exited", code: 3, cause: "stopped" });
      expect(readAll(command).toString()).toContain("bye\n");
    });

    it("gives nothing away but the first three descriptors", async () => {
      const { text } = await run(createNodeInitRunner(), file("ls", "-l", "/proc/self/fd"));
      const more = text.split("\n").filter((line) => / (?:[3-9]|\d{2,}) -> /u.test(line));
      expect(more.filter((line) => !/-> (?:\/dev\/null|\/proc\/\d+\/fd)$/u.test(line))).toEqual([]);
    });
  });
});
