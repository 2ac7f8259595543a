import { html, nothing, type TemplateResult } from "lit";

/** What an icon button does and says. */
export interface IconButton {
  readonly label: string;
  readonly icon: TemplateResult;
  readonly onClick: () => void;
  /** For one that opens something: whether it is open. */
  readonly isOpen?: boolean;
  readonly name: string;
}

/** A button of one icon, with a name for those who do not see it and a hint for those who do. */
export function renderIconButton(button: IconButton): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    part="button"
    data-action=${button.name}
    aria-label=${button.label}
    title=${button.label}
    aria-expanded=${button.isOpen === undefined ? nothing : String(button.isOpen)}
    @click=${button.onClick}
  >
    ${button.icon}
  </button>`;
}
