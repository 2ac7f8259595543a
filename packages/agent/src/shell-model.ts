import type { Model, ModelEvent, ModelRequest } from "./model.ts";

/**
 * The model that needs no network: the prompt is the command line (several lines are a script), the answer is the
 * command's card.
 *
 * @param toolName the tool that runs it, called with `{command}`.
 */
export function createShellModel(toolName = "bash"): Model {
  return {
    name: "shell",
    author: "person",
    respond: (request) => respond(request, toolName),
  };
}

async function* respond(request: ModelRequest, toolName: string): AsyncGenerator<ModelEvent> {
  const last = request.messages.at(-1);
  if (last?.role !== "user") return;
  if (last.text.trim() === "") {
    yield { type: "text", text: "Nothing to run: the prompt is the command line." };
    return;
  }
  yield { type: "tool-call", name: toolName, input: { command: last.text } };
}
