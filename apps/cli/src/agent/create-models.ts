import {
  createModelPicker,
  createNoticedModel,
  createShellModel,
  type Model,
  type ModelCatalog,
  type ModelPicker,
} from "@termwire/agent";

const NO_MODEL =
  "No model is set up, so what you type runs as a command line. `termwire models` tells how to use one.\n\n";

/** Makes the models of each session. Without a key, and without a choice, the first session hears of it once. */
export function createModels({ catalog }: { readonly catalog: ModelCatalog }): () => ModelPicker {
  const { choice } = catalog;
  const isByDefault = choice.kind === "shell" && !choice.isChosen;
  const plain = createShellModel();
  const shell: Model = isByDefault ? createNoticedModel(plain, NO_MODEL) : plain;
  return () => createModelPicker(catalog, { shell });
}
