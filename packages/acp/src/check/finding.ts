import type { Requirement } from "../requirements/requirement.ts";

/** Something that was not as it has to be. */
export interface Finding {
  readonly requirement: Requirement;
  /** Which message showed it, counted from 0; null for what never came. */
  readonly message: number | null;
  /** What it was. */
  readonly detail: string;
}

/** Says that a requirement was not met by the message at hand. */
export type Report = (requirementId: string, detail: string) => void;
