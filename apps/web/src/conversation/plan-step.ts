import { toFieldsList, toText } from "../wire/read-fields.ts";

/** One step of what the agent plans to do. */
export interface PlanStep {
  readonly text: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** Reads the entries of a plan; one without words is left out. */
export function parsePlanSteps(entries: unknown): readonly PlanStep[] {
  return toFieldsList(entries).flatMap(({ content, status }) => {
    const text = toText(content);
    if (text === null) return [];
    const known = status === "in_progress" || status === "completed" ? status : "pending";
    return [{ text, status: known }];
  });
}
