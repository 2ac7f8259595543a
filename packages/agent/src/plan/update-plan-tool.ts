import { defineTool, ToolError, type Tool, type ViewPlanStep } from "@termwire/tools";

/** The plan as the model wrote it. */
export interface UpdatePlanArgs {
  readonly steps: readonly ViewPlanStep[];
}

const NAME = "update_plan";

const STATES: readonly ViewPlanStep["state"][] = ["pending", "in_progress", "completed"];
const PRIORITIES: readonly ViewPlanStep["priority"][] = ["high", "medium", "low"];

/** More is not a plan that a person reads. */
const MAX_STEPS = 50;

/** Creates the tool by which a model shows what it means to do and how far it is. It changes nothing else. */
export function createUpdatePlanTool(): Tool {
  return defineTool<UpdatePlanArgs, UpdatePlanArgs>({
    name: NAME,
    description:
      "Shows the person what you mean to do, step by step, and how far you are. Each call gives the whole plan anew. For work of several steps only.",
    inputSchema: {
      type: "object",
      properties: {
        steps: {
          type: "array",
          maxItems: MAX_STEPS,
          items: {
            type: "object",
            properties: {
              text: { type: "string", description: "What is to be done, in a few words." },
              state: { enum: STATES, description: "At most one is in_progress." },
              priority: { enum: PRIORITIES, description: "Default medium." },
            },
            required: ["text", "state"],
          },
        },
      },
      required: ["steps"],
    },
    parseArgs,
    run: async (plan) => plan,
    renderResult: renderPlan,
    isFailure: () => false,
    presentCall: ({ steps }) => ({ card: "plan", title: "Plan", steps }),
  });
}

/** What is left to do, so that the model has seen its plan as it was understood. */
function renderPlan({ steps }: UpdatePlanArgs): string {
  const done = steps.filter(({ state }) => state === "completed").length;
  return `The person sees the plan: ${done} of ${steps.length} done.`;
}

function parseArgs(input: unknown): UpdatePlanArgs {
  const steps = isRecord(input) ? input["steps"] : undefined;
  if (!Array.isArray(steps) || steps.length > MAX_STEPS) {
    throw refuse("steps", `a list of at most ${MAX_STEPS}`, steps);
  }
  return { steps: steps.map(parseStep) };
}

function parseStep(value: unknown, index: number): ViewPlanStep {
  const { text, state, priority = "medium" } = isRecord(value) ? value : {};
  const at = `steps[${index}]`;
  if (typeof text !== "string" || text.trim() === "") throw refuse(`${at}.text`, "a text", text);
  return {
    text: text.trim(),
    state: choose(`${at}.state`, STATES, state),
    priority: choose(`${at}.priority`, PRIORITIES, priority),
  };
}

function choose<Choice extends string>(
  at: string,
  choices: readonly Choice[],
  came: unknown,
): Choice {
  const chosen = choices.find((choice) => choice === came);
  if (chosen === undefined) throw refuse(at, `one of ${choices.join(", ")}`, came);
  return chosen;
}

function refuse(at: string, expected: string, came: unknown): ToolError {
  const shown = came === undefined ? "nothing" : JSON.stringify(came).slice(0, 200);
  return new ToolError("invalid-args", `${NAME}: ${at}: expected ${expected}, got ${shown}`, {
    at,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
