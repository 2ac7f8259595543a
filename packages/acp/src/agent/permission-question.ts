import type { CallView } from "@termwire/tools";

/** One answer a person can give. */
export interface PermissionChoice {
  readonly id: string;
  /** What the button says; "always" names the pattern it covers. */
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
}

/** What a person is asked before a call runs. */
export interface PermissionQuestion {
  /** The call as it is shown: its title is the exact command. */
  readonly view: CallView;
  /** Where it would run; absolute. */
  readonly cwd: string;
  readonly choices: readonly PermissionChoice[];
}

/** What came of it. A request that failed, was cancelled or outlived its turn is `cancelled`: nothing runs then. */
export type PermissionAnswer =
  | { readonly kind: "chosen"; readonly choiceId: string }
  | { readonly kind: "cancelled" };

/** Asks the person through the client. Never rejects. */
export type AskPermission = (question: PermissionQuestion) => Promise<PermissionAnswer>;

/** What a harness decided about one call. */
export type CallDecision =
  | { readonly allow: true }
  /** `reason` is for the model and the card. */
  | { readonly allow: false; readonly reason: string };

/** Decides about one call before it runs, asking if it must. A throw is a refusal. */
export type AuthorizeCall = (
  call: { readonly view: CallView; readonly cwd: string },
  ask: AskPermission,
) => Promise<CallDecision>;
