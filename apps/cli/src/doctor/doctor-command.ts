import type { Command } from "commander";
import { EXIT } from "../exit-status.ts";

/** Adds `termwire doctor`. */
export function addDoctorCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("doctor")
    .description("Tell what this machine can do: terminals, sandbox, login shell.")
    .option("--json", "print one JSON object")
    .addHelpText(
      "after",
      `
Starts a few short commands to find out and changes nothing. Exit status: ${EXIT.ok}, whatever it finds.

Examples:
  termwire doctor
  termwire doctor --json | jq '.checks[] | select(.ok | not)'`,
    )
    .action(async (options: { json?: boolean }) => {
      const [{ examineMachine }, { renderChecks }] = await Promise.all([
        import("./examine-machine.ts"),
        import("./render-checks.ts"),
      ]);
      const checks = await examineMachine();
      const text = options.json === true ? JSON.stringify({ checks }) : renderChecks(checks);
      process.stdout.write(`${text}\n`);
      setStatus(EXIT.ok);
    });
}
