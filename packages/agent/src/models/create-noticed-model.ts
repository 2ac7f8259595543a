import type { Model, ModelEvent, ModelRequest } from "../model.ts";

/** A model that says something before its first answer, once, in whichever session that is. */
export function createNoticedModel(model: Model, notice: string): Model {
  let isTold = false;
  async function* respond(request: ModelRequest): AsyncGenerator<ModelEvent> {
    if (!isTold) {
      isTold = true;
      yield { type: "text", text: notice };
    }
    yield* model.respond(request);
  }
  return { ...model, respond };
}
