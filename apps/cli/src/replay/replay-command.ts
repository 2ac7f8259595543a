import { InvalidArgumentError, type Command } from "commander";
import { EXIT } from "../exit-status.ts";

/** Adds `termwire replay`. */
export function addReplayCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("replay")
    .description("Show a recording of `termwire tap` as cards or events.")
    .argument("<file>", 'the recording, "-" for stdin')
    .option("--json", "print one event per line as JSON")
    .option("--speed <n>", "n times as fast as recorded (default: as fast as possible)", parseSpeed)
    .option("--session <id>", "show this session only")
    .addHelpText(
      "after",
      `
A line that is no record is said on stderr and passed over.
Exit status: 0, ${EXIT.failure} when there were such lines, ${EXIT.usage} for wrong usage, ${EXIT.noInput} when the file cannot be read.

Examples:
  termwire replay traffic.ndjson
  termwire replay --speed 1 traffic.ndjson
  termwire replay --json - < traffic.ndjson`,
    )
    .action(async (file: string, options: ReplayArguments) => {
      const { replayFile } = await import("./replay-file.ts");
      setStatus(
        await replayFile({
          file,
          json: options.json === true,
          speed: options.speed ?? null,
          sessionId: options.session ?? null,
        }),
      );
    });
}

/** What commander hands over. */
interface ReplayArguments {
  readonly json?: boolean;
  readonly speed?: number;
  readonly session?: string;
}

function parseSpeed(value: string): number {
  const speed = Number(value);
  if (!(speed > 0) || !Number.isFinite(speed)) {
    throw new InvalidArgumentError(`Expected a number above 0, got "${value}".`);
  }
  return speed;
}
