import type { Model, ModelEvent } from "@termwire/agent";

function bash(command: string): ModelEvent {
  return { type: "tool-call", name: "bash", input: { command } };
}

/** A model that runs each line of a prompt as a command of its own, one after another, and then says what came back. */
export function createLineModel(): Model & { readonly heard: string[] } {
  const heard: string[] = [];
  return {
    name: "lines",
    heard,
    async *respond({ messages }) {
      const start = messages.findLastIndex(({ role }) => role === "user");
      const prompt = messages[start];
      const lines = prompt?.role === "user" ? prompt.text.split("\n") : [];
      const results = messages.slice(start).filter(({ role }) => role === "tool");
      const last = results.at(-1);
      if (last?.role === "tool") heard.push(last.text);
      const next = lines[results.length];
      if (next === undefined) yield { type: "text", text: `Done ${lines.length}.` };
      else yield bash(next);
    },
  };
}
