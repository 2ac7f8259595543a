import type { AskPermission, CallDecision, PermissionChoice } from "@termwire/acp/agent";
import type { CallView } from "@termwire/tools";
import { renderCommandPattern, type CommandPattern } from "./command-pattern.ts";

/** One question about one call. */
export interface PersonQuestion {
  readonly view: CallView;
  /** Absolute. */
  readonly cwd: string;
  readonly pattern: CommandPattern | null;
  /** What the sandbox kept it from; null when it was not in one. */
  readonly denial: string | null;
  /** Takes what was allowed for the rest of the session. */
  readonly onGranted: (pattern: CommandPattern) => void;
}

/** Asks the person about one call. Everything but a clear yes is a no, and nothing runs. */
export async function askPerson(
  question: PersonQuestion,
  ask: AskPermission,
): Promise<CallDecision> {
  const { pattern, denial, onGranted, cwd } = question;
  const answer = await ask({ view: toAskedView(question), cwd, choices: listChoices(question) });
  const choice = answer.kind === "chosen" ? answer.choiceId : null;
  if (choice === "always" && pattern !== null) {
    onGranted(pattern);
    return { allow: true };
  }
  if (choice === "once") return { allow: true };
  return { allow: false, reason: describeRefusal(answer.kind, denial) };
}

function listChoices({ pattern, denial }: PersonQuestion): readonly PermissionChoice[] {
  const outside = denial === null ? "" : " outside of the sandbox";
  const always: PermissionChoice | null = pattern && {
    id: "always",
    name: `Always allow "${renderCommandPattern(pattern)}" here${outside}, in this session`,
    kind: "allow_always",
  };
  return [
    {
      id: "once",
      name: denial === null ? "Allow" : "Run again outside of the sandbox",
      kind: "allow_once",
    },
    ...(always === null ? [] : [always]),
    { id: "reject", name: denial === null ? "Reject" : "Leave it", kind: "reject_once" },
  ];
}

/** The exact command stays the title. */
function toAskedView({ view, denial }: PersonQuestion): CallView {
  if (denial === null || view.card !== "terminal") return view;
  const reason = `The sandbox kept it from something: ${denial}`;
  const description = view.description === undefined ? reason : `${view.description}\n${reason}`;
  return { ...view, description };
}

function describeRefusal(kind: "chosen" | "cancelled", denial: string | null): string {
  if (kind === "cancelled") return "the question to the person was not answered.";
  return denial === null
    ? "the person does not allow it."
    : "the person does not allow it outside of the sandbox.";
}
