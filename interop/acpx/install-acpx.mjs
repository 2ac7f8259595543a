import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The version that was tried, and the Node it needs. */
const PACKAGES = ["node@24", "acpx@0.19.1"];
/** Some 100 MB, on a slow line. */
const INSTALL_TIMEOUT_MS = 5 * 60 * 1000;

/**
 * Where acpx and its Node are.
 *
 * @typedef {object} InstalledAcpx
 * @property {string} folder
 * @property {string} node
 * @property {string} acpx
 * @property {() => void} remove Removes a folder that was made for this run.
 */

/**
 * Installs acpx and the Node it needs into a new folder, or takes the one named by `ACPX_FOLDER`, in which
 * `npm install node@24 acpx@0.19.1` was done.
 *
 * @returns {Promise<InstalledAcpx>}
 */
export async function installAcpx() {
  const given = process.env["ACPX_FOLDER"];
  const folder = given ?? mkdtempSync(join(tmpdir(), "termwire-acpx-"));
  if (given === undefined) await install(folder);
  return {
    folder,
    node: join(folder, "node_modules/.bin/node"),
    acpx: join(folder, "node_modules/acpx/dist/cli.js"),
    remove: () => {
      if (given === undefined) rmSync(folder, { recursive: true });
    },
  };
}

/** @param {string} folder */
async function install(folder) {
  process.stderr.write(
    `installing ${PACKAGES.join(" and ")} from npm into ${folder}, removed at the end; ACPX_FOLDER names one that has them\n`,
  );
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", ...PACKAGES];
  const child = spawn("npm", args, {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: INSTALL_TIMEOUT_MS,
  });
  await once(child, "close");
  if (child.exitCode === 0) return;
  rmSync(folder, { recursive: true });
  const how = child.signalCode ?? `status ${child.exitCode}`;
  throw new Error(`acpx could not be installed: npm ended with ${how}`);
}
