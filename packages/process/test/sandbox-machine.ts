import { probeSandbox } from "@termwire/process";

const probe = await probeSandbox();

/** Why no sandbox can be tested on this machine; null when it can. Printed once by whoever asks. */
export const sandboxProblem: string | null = probe.available ? null : probe.reason;

if (sandboxProblem !== null) {
  process.stdout.write(`sandbox tests are skipped: ${sandboxProblem}\n`);
}
