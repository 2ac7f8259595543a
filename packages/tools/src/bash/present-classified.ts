import { isAbsolutePath } from "@termwire/terminal";
import { classifyCommand } from "../classify/classify-command.ts";
import type { CallView, ViewLook } from "../view.ts";
import type { BashArgs } from "./bash-args.ts";
import { presentBashCall } from "./present-bash.ts";

/**
 * A terminal that also says when its line only reads files or searches, and where. Display only: what runs, and what
 * must be allowed to, is the command on the terminal. Pure.
 */
export function presentClassifiedCall(args: BashArgs): CallView {
  const view = presentBashCall(args);
  const look = classify(args);
  if (look === null || view.card !== "terminal") return view;
  if (look.kind === "search") return { ...view, looksLike: look };
  const locations = look.locations.map((location) => ({
    ...location,
    path: joinPath(args.workdir, location.path),
  }));
  return { ...view, looksLike: { kind: "read", locations } };
}

/** A command that outlives its call, or draws, is a terminal whatever it does. */
function classify({ command, runInBackground, tty }: BashArgs): ViewLook | null {
  return runInBackground === true || tty === true ? null : classifyCommand(command);
}

/** A path that stays relative is meant from the session's directory, as the directory itself is. */
function joinPath(workdir: string | undefined, path: string): string {
  return workdir === undefined || isAbsolutePath(path) ? path : `${workdir}/${path}`;
}
