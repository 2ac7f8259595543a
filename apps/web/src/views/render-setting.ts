import { html, nothing, type TemplateResult } from "lit";
import type { Setting, SettingChoice } from "../settings/setting.ts";
import type { PageText } from "../text/page-text.ts";
import { toLine } from "./to-line.ts";

/** A setting as a list to choose from. */
export function renderSetting(
  setting: Setting,
  text: PageText,
  onChoose: (value: string) => void,
): TemplateResult {
  const { category, name, description, current, choices } = setting;
  const label = text.settings[category ?? ""] ?? toLine(name);
  const groups = [...new Set(choices.map(({ group }) => group))];
  return html`<select
    aria-label=${label}
    title=${description === null ? label : toLine(description)}
    @change=${({ target }: Event) => {
      if (target instanceof HTMLSelectElement) onChoose(target.value);
    }}
  >
    ${groups.map((group) => {
      const options = choices
        .filter((choice) => choice.group === group)
        .map((choice) => renderChoice(choice, setting, text));
      return group === null
        ? options
        : html`<optgroup label=${toLine(group)}>${options}</optgroup>`;
    })}
    ${
      choices.some(({ id }) => id === current)
        ? nothing
        : html`<option selected value=${current}>${toLine(current)}</option>`
    }
  </select>`;
}

function renderChoice(
  { id, name, description }: SettingChoice,
  { via, current, name: setting }: Setting,
  text: PageText,
): TemplateResult {
  const words =
    via === "toggle" ? `${toLine(setting)}: ${id === "true" ? text.on : text.off}` : toLine(name);
  return html`<option
    value=${id}
    .selected=${id === current}
    title=${description === null ? nothing : toLine(description)}
  >
    ${words}
  </option>`;
}
