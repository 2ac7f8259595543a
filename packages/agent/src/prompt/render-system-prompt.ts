/** What a model has to know about where it works. */
export interface PromptFacts {
  /** The session's absolute directory. */
  readonly cwd: string;
  /** `linux`, `darwin`, `win32`, … */
  readonly platform: string;
  /** Path of the shell that runs lines; null when it is not known. */
  readonly shell: string | null;
  /** `2026-11-29`. */
  readonly date: string;
  /** Names of the tools there are. */
  readonly tools: readonly string[];
  /** What the project asks of agents; null when it says nothing. */
  readonly instructions: ProjectInstructions | null;
}

/** A project's own words to agents. */
export interface ProjectInstructions {
  /** Absolute path of the file. */
  readonly path: string;
  readonly text: string;
  /** The file is longer than what is here. */
  readonly isCut: boolean;
}

const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  linux: "Linux",
  darwin: "macOS",
  win32: "Windows",
};

/** The system prompt. It says what the tools' own descriptions cannot, and only of tools that are there. */
export function renderSystemPrompt(facts: PromptFacts): string {
  const sections = [
    INTRODUCTION,
    renderFacts(facts),
    renderToolRules(new Set(facts.tools)),
    renderInstructions(facts.instructions),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

const INTRODUCTION = `You are Termwire, a coding agent. The person sees your words and every command you run, live, in their editor.

- Do the work, then say in a few words what you did and what you found out. Do not repeat output that was shown.
- Look before you change something. Check your work by running it: tests, types, the program itself.
- A failed call tells you why. Read it and correct your next call instead of repeating it.
- Never say that something works when you have not seen it work.`;

function renderFacts({ cwd, platform, shell, date }: PromptFacts): string {
  const lines = [
    `Directory: ${cwd}`,
    `Platform: ${PLATFORM_NAMES[platform] ?? platform}`,
    ...(shell === null ? [] : [`Shell: ${shell}`]),
    `Date: ${date}`,
  ];
  return lines.join("\n");
}

function renderToolRules(tools: ReadonlySet<string>): string {
  const rules: readonly (readonly [needs: readonly string[], rule: string])[] = [
    [["bash"], "`bash` runs each command in a new shell: no variable and no `cd` is kept."],
    [["bash"], "Nobody types into a command. Use flags that ask no question and open no editor."],
    [
      ["bash"],
      "After the output there may be markers, each on a line of its own: `[exit code: N]`, `[killed by signal: X]`, `[timed out after Nms]`, `[stopped by the user]`, `[sandbox denied: LINE]`. They are facts; the output above them is only what was printed. Without one, the command succeeded.",
    ],
    [
      ["bash"],
      "`[… N bytes omitted; full output: PATH]` stands for a part that was left out; PATH can be read with commands.",
    ],
    [
      ["bash", "job_output"],
      "Start servers, watchers and whatever does not end by itself with `run_in_background`, and read them with `job_output`. Never use `&` or `nohup` for it.",
    ],
    [
      ["read", "edit"],
      "`read` a file before you `edit` it: the text to replace has to match exactly. Line numbers are not part of it.",
    ],
    [
      ["update_plan"],
      "For work of several steps keep a plan with `update_plan`, and call it again whenever a step is done.",
    ],
    [["grep"], "Search with `grep` and `glob`; they leave out what git ignores."],
  ];
  const lines = rules.flatMap(([needs, rule]) =>
    needs.every((name) => tools.has(name)) ? [`- ${rule}`] : [],
  );
  return [
    ...lines,
    "- Calls in one answer run at the same time: put together only what is independent.",
  ].join("\n");
}

function renderInstructions(instructions: ProjectInstructions | null): string {
  if (instructions === null) return "";
  const { path, text, isCut } = instructions;
  const rest = isCut ? `\n[… cut here; the rest is in ${path}]` : "";
  return `The project asks this of agents (${path}):\n\n${text.trim()}${rest}`;
}
