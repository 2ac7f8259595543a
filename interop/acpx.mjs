// Has acpx, a client of others, drive `termwire agent` through whole prompts, and looks at what acpx kept of them and at
// what is left of the commands. Run it after `npm run build`:
//   node interop/acpx.mjs
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installAcpx } from "./acpx/install-acpx.mjs";
import { createJudge } from "./acpx/judge.mjs";
import { readCalls } from "./acpx/read-calls.mjs";
import { createAcpx } from "./acpx/run-acpx.mjs";

const LINE = "echo to stdout; echo to stderr >&2; exit 3";

const judge = createJudge();
const installed = await installAcpx();
const home = mkdtempSync(join(tmpdir(), "termwire-interop-"));
const directory = join(home, "project");
mkdirSync(directory);
const acpx = createAcpx({ installed, home, directory });
try {
  await runOnce();
  await runInSession();
  await cancelInSession();
  judge.say("nothing of it is left");
  judge.check("no process has its home any more", await stopAgents());
} finally {
  acpx.stopOwners();
  installed.remove();
  rmSync(home, { recursive: true });
}
process.exitCode = judge.failures === 0 ? 0 : 1;
console.log(judge.failures === 0 ? "All of it holds." : `${judge.failures} of it did not hold.`);

/** One prompt, of which acpx prints every message. */
async function runOnce() {
  judge.say(`acpx exec: ${LINE}`);
  const { status, stdout } = await acpx.run(["--format", "json", "exec", LINE]);
  const [call] = readCalls(stdout);
  judge.equal("acpx ends well", status, 0);
  judge.equal("the card's title is the command", call?.title, LINE);
  judge.equal("its directory is told", call?.rawInput["cwd"], directory);
  judge.equal("it looks failed, as the command did", call?.status, "failed");
  judge.equal("the exit code is told", call?.rawOutput["exitCode"], 3);
  judge.equal(
    "the card has both streams in order, and the ending",
    call?.content,
    "```console\nto stdout\nto stderr\n```\n[exit 3]",
  );
}

/** Two prompts of a session, the second to an agent that opened it again, and acpx's own log of it. */
async function runInSession() {
  judge.say("acpx sessions new, prompt twice, with another agent process in between");
  const { stdout } = await acpx.run(["sessions", "new"]);
  const sessionId = /sess_[\w-]+/u.exec(stdout)?.[0] ?? "";
  judge.check("the session has an id of the agent's", sessionId !== "");
  const first = await acpx.run(["prompt", "echo first"]);
  judge.check("acpx shows the output of the first", first.stdout.includes("first\n"));
  await stopAgents();
  const second = await acpx.run(["prompt", "seq 1 3"]);
  judge.check("acpx shows the output of the second", /\b1\n\s*2\n\s*3\n/u.test(second.stdout));
  const calls = readCalls(readFileSync(findLog(sessionId), "utf8"));
  judge.equal(
    "acpx's log has both commands",
    calls.map(({ title }) => title),
    ["echo first", "seq 1 3"],
  );
  judge.equal(
    "and what they printed",
    calls.map(({ content }) => content),
    ["```console\nfirst\n```", "```console\n1\n2\n3\n```"],
  );
  const listed = await acpx.run(["--format", "json", "sessions", "list"]);
  judge.check("the agent's list of sessions has it", listed.stdout.includes(sessionId));
}

async function cancelInSession() {
  judge.say("acpx cancel, while a command runs");
  const file = join(directory, "pid");
  const prompt = acpx.run(["prompt", `echo started; echo $$ > ${file}; sleep 600`]);
  judge.check("the command has started", await judge.until(() => existsSync(file)));
  const pid = readFileSync(file, "utf8").trim();
  judge.check("and runs", existsSync(`/proc/${pid}`));
  await acpx.run(["cancel"]);
  const { stdout } = await prompt;
  judge.check("the turn ends as cancelled", stdout.includes("cancelled"));
  judge.check("acpx shows what it had printed", stdout.includes("started\n"));
  judge.check("the command is gone", !existsSync(`/proc/${pid}`));
  await acpx.run(["sessions", "close"]);
}

/** @param {string} sessionId */
function findLog(sessionId) {
  return join(home, ".acpx/sessions", `${sessionId}.stream.ndjson`);
}

/** Ends the processes in which acpx keeps agents. Resolves with whether the agents and their commands have ended with them. */
function stopAgents() {
  acpx.stopOwners();
  return judge.until(() => acpx.listProcesses().length === 0);
}
