import type { CommandRunner } from "@termwire/terminal";

/** A runner and what its sandbox kept its commands from. */
export interface WatchedRunner {
  readonly runner: CommandRunner;
  /** What the last command that has completed was kept from, in its own words; null when nothing shows. */
  readDenial(): string | null;
}

/** Wraps a sandboxed runner for one call, whatever its tool makes of it. */
export function watchDenial(inner: CommandRunner): WatchedRunner {
  let denial: string | null = null;
  return {
    readDenial: () => denial,
    runner: {
      resolve: (request) => inner.resolve(request),
      async start(spec) {
        const command = await inner.start(spec);
        void command.completed.then((completion) => {
          denial = completion.sandboxDenial;
        });
        return command;
      },
    },
  };
}
