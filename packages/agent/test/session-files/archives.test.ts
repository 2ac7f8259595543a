import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createMemoryArchive } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";
import { describeArchive } from "./archive.contract.ts";

const processes = createProcessIdentities();

const root = mkdtempSync(join(tmpdir(), "termwire-sessions-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

let archives = 0;
describeArchive("a file", () =>
  createFileArchive({ processes, directory: join(root, `archive-${archives++}`, "sessions") }),
);
describeArchive("a memory", () => createMemoryArchive());
