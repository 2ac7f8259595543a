import { AcpError, type SessionSetting } from "@termwire/acp/agent";
import type { Model } from "../model.ts";
import { createShellModel } from "../shell-model.ts";
import { createAiSdkModel, type AiSdkModelOptions } from "./create-ai-sdk-model.ts";
import { createUnusableModel } from "./create-unusable-model.ts";
import {
  EFFORT_SETTING,
  MODEL_SETTING,
  SHELL_MODEL,
  toEffortSetting,
  toModelSetting,
} from "./model-settings.ts";
import { toModelName, type Effort } from "./provider-settings.ts";
import type { ModelCatalog } from "./resolve-models.ts";

/** The model of one session, which its person may change. */
export interface ModelPicker {
  /** For the next turn. */
  readonly model: Model;
  /** None when there is nothing to choose. */
  readonly settings: readonly SessionSetting[];
  /** Names of those to choose from that read images. */
  readonly imageModels: readonly string[];
  /**
   * Changes one of its settings; false when it is not one of them.
   *
   * @throws AcpError `invalid-params` for a choice there is not.
   */
  change(settingId: string, choiceId: string): boolean;
}

/** A picker with one model and nothing to choose. */
export function createFixedPicker(model: Model): ModelPicker {
  const imageModels = model.acceptsImages === true ? [model.name] : [];
  return { model, settings: [], imageModels, change: () => false };
}

/** How the models of a picker are made. */
export interface ModelPickerOptions extends AiSdkModelOptions {
  /** The model for what is typed. Absent: a plain shell model. */
  readonly shell?: Model;
}

/** A picker among the models of a catalog and the shell, beginning with the one that is meant. */
export function createModelPicker(
  catalog: ModelCatalog,
  options: ModelPickerOptions = {},
): ModelPicker {
  return new CatalogPicker(catalog, options);
}

/** What is current when the model that was meant cannot be used. */
const UNUSABLE = "unusable";

class CatalogPicker implements ModelPicker {
  readonly #catalog: ModelCatalog;
  readonly #options: ModelPickerOptions;
  #name: string;
  #effort: Effort;
  /** Kept while nothing changes: it holds what was loaded. */
  #made: Model | null = null;

  constructor(catalog: ModelCatalog, options: ModelPickerOptions) {
    this.#catalog = catalog;
    this.#options = options;
    this.#name = toChosenName(catalog);
    this.#effort = catalog.effort;
  }

  get model(): Model {
    return (this.#made ??= this.#create());
  }

  get settings(): readonly SessionSetting[] {
    const { usable } = this.#catalog;
    if (usable.length === 0 && this.#name === SHELL_MODEL) return [];
    const model = toModelSetting(usable, this.#name);
    return this.#name === SHELL_MODEL ? [model] : [model, toEffortSetting(this.#effort)];
  }

  get imageModels(): readonly string[] {
    return this.#catalog.usable.filter(({ acceptsImages }) => acceptsImages).map(toModelName);
  }

  change(settingId: string, choiceId: string): boolean {
    if (settingId !== MODEL_SETTING && settingId !== EFFORT_SETTING) return false;
    const setting =
      settingId === MODEL_SETTING
        ? toModelSetting(this.#catalog.usable, this.#name)
        : toEffortSetting(this.#effort);
    const choices = setting.choices.map(({ id }) => id);
    if (!choices.includes(choiceId)) throw refuse(settingId, choices, choiceId);
    if (settingId === MODEL_SETTING) this.#name = choiceId;
    else this.#effort = choiceId as Effort; // one of the choices, which are the efforts
    this.#made = null;
    return true;
  }

  #create(): Model {
    const { choice } = this.#catalog;
    if (this.#name === SHELL_MODEL) return this.#options.shell ?? createShellModel();
    if (this.#name === UNUSABLE && choice.kind === "unusable") {
      return createUnusableModel(choice.problem);
    }
    const found = this.#catalog.find(this.#name);
    if (typeof found === "string") return createUnusableModel(found);
    return createAiSdkModel({ ...found, effort: this.#effort }, this.#options);
  }
}

function toChosenName({ choice }: ModelCatalog): string {
  if (choice.kind === "model") return toModelName(choice.settings);
  return choice.kind === "shell" ? SHELL_MODEL : UNUSABLE;
}

function refuse(name: string, allowed: readonly string[], came: string): AcpError {
  const message = `${name}: expected one of ${allowed.join(", ")}, got ${JSON.stringify(came)}`;
  return new AcpError("invalid-params", message, { name, allowed, came });
}
