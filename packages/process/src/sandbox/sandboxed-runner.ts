import { TerminalError } from "@termwire/terminal";
import type { LocalRunner } from "../local-command.ts";
import { probeSandbox, type SandboxBackend } from "./probe-sandbox.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";
import { startInBubblewrap } from "./start-in-bubblewrap.ts";
import { startInSeatbelt } from "./start-in-seatbelt.ts";

/** Settings of a sandboxed runner. */
export interface SandboxedRunnerOptions {
  /** The `PATH` on which bubblewrap is looked up. Absent: that of this process. */
  readonly path?: string;
}

/**
 * Wraps a runner of this machine so that everything it starts runs in a sandbox: bubblewrap on Linux, Seatbelt on
 * macOS. With the mode `off` it is the runner itself.
 *
 * ```ts
 * const policy = resolveSandboxPolicy({ mode: "workspace-write", writableRoots: ["/project"] });
 * const runner = createSandboxedRunner(createLocalRunner(), policy);
 * ```
 *
 * `start` throws TerminalError `sandbox-unavailable`, saying what to install or to allow, where there is no sandbox:
 * nothing is ever run without. The machine is asked once; a refusal is looked into again at the next start.
 */
export function createSandboxedRunner(
  inner: LocalRunner,
  policy: SandboxPolicy,
  options: SandboxedRunnerOptions = {},
): LocalRunner {
  if (policy.mode === "off") return inner;
  let found: SandboxBackend | null = null;
  return {
    resolve: (request) => inner.resolve(request),
    start: async (spec) => {
      const backend = (found ??= await requireSandbox(options.path));
      return backend.kind === "bubblewrap"
        ? startInBubblewrap(spec, { inner, policy, backend })
        : startInSeatbelt(spec, { inner, policy, backend });
    },
  };
}

async function requireSandbox(path: string | undefined): Promise<SandboxBackend> {
  const probe = await probeSandbox(path);
  if (probe.available) return probe.backend;
  const message = `a sandbox was asked for and there is none, nothing was run: ${probe.reason}`;
  throw new TerminalError("sandbox-unavailable", message, { reason: probe.reason });
}
