/**
 * A program of the system that some tests cannot do without.
 *
 * @typedef {object} SystemNeed
 * @property {string} name
 * @property {readonly [string, ...string[]]} check Exits with 0 where the program is there and works.
 * @property {string} debianPackage
 * @property {string} why What it is for, as the end of "needed for".
 * @property {string} skippedTests Which tests say that they are skipped without it.
 */

/**
 * What the tests need of the system; a row here is all it takes.
 *
 * @type {readonly SystemNeed[]}
 */
export const SYSTEM_NEEDS = [
  {
    name: "bubblewrap",
    check: [
      "bwrap",
      "--unshare-pid",
      "--unshare-net",
      "--ro-bind",
      "/",
      "/",
      "--proc",
      "/proc",
      "true",
    ],
    debianPackage: "bubblewrap",
    why: "the sandbox",
    skippedTests:
      "packages/process/test/sandbox*.test.ts and packages/agent/test/session-files/full-disk.test.ts",
  },
  {
    name: "ripgrep",
    check: ["rg", "--version"],
    debianPackage: "ripgrep",
    why: "searching with it, as the tools grep and glob do where it is there",
    skippedTests: "half of packages/tools/test/files-search.test.ts",
  },
  {
    name: "chromium",
    check: ["chromium", "--version"],
    debianPackage: "chromium",
    why: "terminal cards and the page, in a real browser",
    skippedTests: "packages/cards/test/*.test.ts and apps/web/test/*.test.ts",
  },
  {
    name: "a Chinese font",
    check: ["sh", "-c", "fc-list :lang=zh | grep -q ."],
    debianPackage: "fonts-wqy-microhei",
    why: "screenshots that can be read",
    skippedTests: "none, the screenshots show boxes",
  },
];

/**
 * @typedef {object} SystemPorts
 * @property {import("./run-command.mjs").RunCommand} run
 * @property {(line: string) => void} print
 * @property {boolean} mayInstall True for root on a Debian or Ubuntu, false for everybody else.
 */

/**
 * Looks for each need and, where that is allowed, installs the missing ones. For one that stays missing it prints what
 * to install and which tests are skipped until then. Resolves with the names of those.
 *
 * @param {readonly SystemNeed[]} needs
 * @param {SystemPorts} ports
 * @returns {Promise<string[]>}
 */
export async function provideSystemNeeds(needs, ports) {
  const missing = await findMissing(needs, ports);
  if (missing.length === 0) return [];
  if (ports.mayInstall) await install(missing, ports);
  const stillMissing = ports.mayInstall ? await findMissing(missing, ports) : missing;
  for (const { name, why, debianPackage, skippedTests } of stillMissing) {
    ports.print(`${name} is missing, needed for ${why}; skipped without it: ${skippedTests}.`);
    ports.print(`  On Debian or Ubuntu: sudo apt-get install -y ${debianPackage}`);
  }
  return stillMissing.map(({ name }) => name);
}

/**
 * @param {readonly SystemNeed[]} needs
 * @param {SystemPorts} ports
 */
async function findMissing(needs, { run }) {
  const codes = await Promise.all(
    needs.map(async ({ check: [file, ...args] }) => (await run(file, args)).code),
  );
  return needs.filter((_, index) => codes[index] !== 0);
}

/**
 * @param {readonly SystemNeed[]} missing
 * @param {SystemPorts} ports
 */
async function install(missing, { run, print }) {
  const packages = missing.map(({ debianPackage }) => debianPackage);
  print(`installing ${packages.join(", ")}`);
  const aptGet = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
  const update = await run("env", [...aptGet, "update"]);
  const options = ["install", "-y", "--no-install-recommends"];
  const installed = await run("env", [...aptGet, ...options, ...packages]);
  if (installed.code !== 0) print(`${update.output}${installed.output}`.trimEnd());
}
