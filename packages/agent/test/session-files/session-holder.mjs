// Opens a session's log and holds it until it is killed. Arguments: the directory, the session's id.
import { AcpError } from "@termwire/acp/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";

const processes = createProcessIdentities();

const [directory = "", sessionId = ""] = process.argv.slice(2);
const archive = createFileArchive({ processes, directory });
try {
  const log = await archive.openLog(sessionId);
  await log.append({ type: "prompt", messageId: null, text: `from ${process.pid}` });
  process.stdout.write("open\n");
  setInterval(() => log, 1_000_000);
} catch (error) {
  process.stdout.write(`${AcpError.is(error) ? error.code : String(error)}\n`);
}
