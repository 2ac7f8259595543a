import { AcpError, type PromptTurn } from "@termwire/acp/agent";
import type { ModelPicker } from "./model-picker.ts";

/**
 * Refuses a prompt with images that its model would not see.
 *
 * @throws AcpError `invalid-params` naming the model, before anything of the prompt is kept.
 */
export function checkImages(
  { images = [] }: Pick<PromptTurn, "images">,
  { model, imageModels }: ModelPicker,
): void {
  if (images.length === 0 || model.acceptsImages === true) return;
  const others =
    imageModels.length === 0 ? "" : ` Choose one that does with /model: ${imageModels.join(", ")}.`;
  const message = `The model ${model.name} reads no images; leave them out.${others}`;
  throw new AcpError("invalid-params", message, { model: model.name });
}
