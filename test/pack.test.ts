import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readWorkspaces, ROOT } from "../scripts/workspace.mjs";

/** Packing and installing every package, third-party ones too, from a cold cache on a slow line. */
const INSTALL_TIMEOUT_MS = 240_000;

const published = readWorkspaces().filter(({ manifest }) => manifest.private !== true);
const cli = published.find(({ manifest }) => manifest.name === "termwire")?.manifest;
/** What a user may write after `from`. */
const specifiers = published.flatMap(({ manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((subpath) => subpath !== "./package.json")
    .map((subpath) => subpath.replace(".", manifest.name)),
);

const folder = mkdtempSync(join(tmpdir(), "termwire-install-"));
const tarballs = join(folder, "tarballs");
const project = join(folder, "project");

const run = async (file: string, args: readonly string[], cwd = project) =>
  (await promisify(execFile)(file, args, { cwd })).stdout;

beforeAll(async () => {
  await run("mkdir", [tarballs, project], folder);
  const names = published.map(({ manifest }) => `--workspace=${manifest.name}`);
  await run("npm", ["pack", "--pack-destination", tarballs, ...names], ROOT);
  const paths = readdirSync(tarballs).map((name) => join(tarballs, name));
  writeFileSync(join(project, "package.json"), '{ "private": true }');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...paths]);
}, INSTALL_TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }), INSTALL_TIMEOUT_MS);

describe("the packed packages, installed in an empty folder", () => {
  it.each(published.map(({ manifest }) => manifest.name))(
    "%s holds what it needs and no source, test or build leftover",
    async (name) => {
      const start = `${name.replace("@", "").replace("/", "-")}-`;
      const tarball = readdirSync(tarballs).find((file) => /^\d/u.test(file.replace(start, "")));
      const paths = (await run("tar", ["-tzf", join(tarballs, tarball ?? "none")]))
        .trim()
        .split("\n");
      expect(paths).toEqual(expect.arrayContaining(["package/package.json", "package/README.md"]));
      const expected = /^package\/(?:package\.json|README\.md|LICENSE|(?:bin|dist)\/.*)$/u;
      const unwanted = /\.test\.|\.test-d\.|\.tsbuildinfo$|(?<!\.d)\.ts$/u;
      expect(paths.filter((path) => !expected.test(path) || unwanted.test(path))).toEqual([]);
    },
  );

  it.each(specifiers)("%s can be imported by plain node", async (specifier) => {
    const script = `console.log(String(Object.keys(await import("${specifier}")).length))`;
    const names = await run(process.execPath, ["--input-type=module", "-e", script]);
    expect(Number(names)).toBeGreaterThan(0);
  });

  it("bring the command, which says its version", async () => {
    const output = await run(process.execPath, ["node_modules/.bin/termwire", "--version"]);
    expect(output).toBe(`${cli?.version}\n`);
  });

  it("bring the command, whose help names what it does", async () => {
    const output = await run(process.execPath, ["node_modules/.bin/termwire", "--help"]);
    expect(output).toMatch(/^ +run\b/mu);
    expect(output).toMatch(/^ +agent\b/mu);
  });

  it("bring a command that runs a command line and ends as it did", async () => {
    const args = ["node_modules/.bin/termwire", "run", "echo packed; exit 3"];
    const failure: unknown = await run(process.execPath, args).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 3, stdout: expect.stringContaining("packed") });
  });

  it("bring the page, which the command serves to who has its address", async () => {
    const child = spawn(process.execPath, ["node_modules/.bin/termwire", "web", "--no-open"], {
      cwd: project,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(async () => {
      child.kill("SIGINT");
      await once(child, "exit");
    });
    const [line] = (await once(createInterface(child.stdout), "line")) as [string]; // what it prints
    const entered = await fetch(line, { redirect: "manual" });
    const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
    const page = await fetch(new URL(line).origin, { headers: { cookie } });
    expect(await page.text()).toContain("<termwire-page>");
  });

  it("are one copy each: no package of ours inside another's", async () => {
    const paths = (
      await run("find", ["node_modules", "-path", "*@termwire/*/package.json"])
    ).trim();
    const ours = published
      .map(({ manifest }) => manifest.name)
      .filter((name) => name !== "termwire");
    expect(new Set(paths.split("\n"))).toEqual(
      new Set(ours.map((name) => `node_modules/${name}/package.json`)),
    );
  });
});
