import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inParallel, runCommand, toolPath } from "./run-command.mjs";
import { readWorkspaces } from "./workspace.mjs";

// Packs every package that is published and lets publint and attw judge what a user would install. Needs `dist`.

/** Two cores are what a small machine and most CI runners have. */
const TOOLS_AT_ONCE = 2;

const folder = await mkdtemp(join(tmpdir(), "termwire-pack-"));
try {
  const names = readWorkspaces()
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ manifest }) => `--workspace=${manifest.name}`);
  const packed = await runCommand("npm", ["pack", ...names, "--pack-destination", folder]);
  const tarballs = (await readdir(folder)).map((name) => join(folder, name));
  const commands = tarballs.flatMap((tarball) => [
    { file: toolPath("attw"), args: ["--profile", "esm-only", "--format", "ascii", tarball] },
    { file: toolPath("publint"), args: ["run", "--strict", tarball] },
  ]);
  const judged = await inParallel(commands, TOOLS_AT_ONCE, ({ file, args }) =>
    runCommand(file, args),
  );
  const failed = [packed, ...judged].filter(({ code }) => code !== 0);
  for (const { output } of failed) console.error(output);
  console.log(`${tarballs.length} packages, ${failed.length} complaints`);
  process.exitCode = failed.length === 0 && tarballs.length === names.length ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
