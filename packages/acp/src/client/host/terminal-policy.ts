import { quoteArgv, type Program } from "@termwire/terminal";

/** A command an agent wants to run here, exactly as it would. */
export interface TerminalRequest {
  readonly sessionId: string;
  readonly program: Program;
  /** Absolute. */
  readonly cwd: string;
  /** What the agent adds to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** What was decided. */
export type TerminalDecision =
  | { readonly allow: true }
  | { readonly allow: false; readonly reason: string };

/**
 * Decides before anything starts. It may take its time, such as for asking the person; `signal` aborts when the
 * answer is not needed any more, and is not waited for then. A throw is a refusal that tells the agent nothing of it.
 */
export type TerminalPolicy = (
  request: TerminalRequest,
  signal: AbortSignal,
) => TerminalDecision | Promise<TerminalDecision>;

const ALLOW: TerminalDecision = { allow: true };

/** Allows what every policy allows; the first refusal counts and later policies are not asked. */
export function joinPolicies(...policies: readonly TerminalPolicy[]): TerminalPolicy {
  return async (request, signal) => {
    for (const policy of policies) {
      const decision = await policy(request, signal);
      if (!decision.allow) return decision;
    }
    return ALLOW;
  };
}

/**
 * Allows commands in these absolute directories and below. Textual: a symbolic link inside may lead out, and a
 * command may go where it likes; it keeps honest agents where they belong.
 */
export function restrictDirectories(roots: readonly string[]): TerminalPolicy {
  return ({ cwd }) =>
    roots.some((root) => isWithin(root, cwd))
      ? ALLOW
      : refuse(`commands may run in ${roots.join(", ")} and below, not in ${cwd}`);
}

/** Refuses additions to the environment under any of these exact names, such as `LD_PRELOAD`. */
export function refuseEnvironment(names: readonly string[]): TerminalPolicy {
  return ({ env }) => {
    const found = names.filter((name) => Object.hasOwn(env, name));
    return found.length === 0 ? ALLOW : refuse(`may not set ${found.join(", ")}`);
  };
}

/** A request in words that read only one way, for asking a person. */
export function describeRequest({ program, cwd, env }: TerminalRequest): string {
  const argv =
    program.kind === "shell" ? ["sh", "-c", program.line] : [program.file, ...program.args];
  const added = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [
    quoteArgv(argv),
    `in ${quoteArgv([cwd])}`,
    ...(added.length > 0 ? [`with ${quoteArgv(added)}`] : []),
  ].join("\n");
}

function refuse(reason: string): TerminalDecision {
  return { allow: false, reason };
}

function isWithin(root: string, path: string): boolean {
  const parts = toParts(path);
  return toParts(root).every((part, index) => part === parts[index]) && !parts.includes("..");
}

function toParts(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
}
