import { createRequire } from "node:module";
import { Command, CommanderError } from "commander";
import { addAgentCommand } from "./agent/agent-command.ts";
import { addCheckCommand } from "./check/check-command.ts";
import { addDoctorCommand } from "./doctor/doctor-command.ts";
import { EXIT } from "./exit-status.ts";
import { addModelsCommand } from "./models/models-command.ts";
import { addProxyCommand } from "./proxy/proxy-command.ts";
import { addReplayCommand } from "./replay/replay-command.ts";
import { addRunCommand } from "./run/run-command.ts";
import { addTapCommand } from "./tap/tap-command.ts";
import { addWebCommand } from "./web/web-command.ts";

/** The `termwire` command line. */
export interface Program {
  /**
   * Runs one command line and resolves with its exit status.
   *
   * @throws UsageError for arguments that make no sense.
   */
  run(args: readonly string[]): Promise<number>;
}

/** Creates the program; each command is loaded when it is called, so that none pays for the others. */
export function createProgram(): Program {
  return {
    async run(args) {
      let status: number = EXIT.ok;
      const program = createCommands((value) => {
        status = value;
      });
      try {
        await program.parseAsync(withCommand(args), { from: "user" });
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        status = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      }
      return status;
    },
  };
}

/** Without a command it is `web`. Not commander's default command: that would take a mistyped one for its argument. */
function withCommand(args: readonly string[]): string[] {
  const [first = "--no-command"] = args;
  return first.startsWith("-") && !ABOUT.has(first) ? ["web", ...args] : [...args];
}

const ABOUT: ReadonlySet<string> = new Set(["-h", "--help", "-V", "--version"]);

function createCommands(setStatus: (status: number) => void): Command {
  const program = new Command("termwire")
    .description("Live terminal cards for any Agent Client Protocol agent, in any client.")
    .version(readVersion(), "-V, --version")
    .exitOverride()
    .showHelpAfterError("(termwire --help tells what there is)");
  addWebCommand(program, { version: readVersion(), setStatus });
  addRunCommand(program, setStatus);
  addAgentCommand(program, { version: readVersion(), setStatus });
  addTapCommand(program, setStatus);
  addProxyCommand(program, setStatus);
  addReplayCommand(program, setStatus);
  addCheckCommand(program, setStatus);
  addDoctorCommand(program, setStatus);
  addModelsCommand(program, setStatus);
  return program;
}

function readVersion(): string {
  const require = createRequire(import.meta.url);
  const manifest: unknown = require("../package.json");
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
