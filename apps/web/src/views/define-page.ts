import { AskDialog } from "./ask-dialog.ts";
import { ConversationEntry } from "./conversation-entry.ts";
import { ConversationView } from "./conversation-view.ts";
import { DiffView } from "./diff-view.ts";
import { JobsTray } from "./jobs-tray.ts";
import { PageNotices } from "./page-notices.ts";
import { PermissionPromptView } from "./permission-prompt.ts";
import { PromptComposer } from "./prompt-composer.ts";
import { SessionListView } from "./session-list.ts";
import { TermwirePage } from "./termwire-page.ts";

/** Registers every element of the page, the page itself last. */
export function definePage(): void {
  customElements.define("ask-dialog", AskDialog);
  customElements.define("conversation-entry", ConversationEntry);
  customElements.define("conversation-view", ConversationView);
  customElements.define("diff-view", DiffView);
  customElements.define("jobs-tray", JobsTray);
  customElements.define("page-notices", PageNotices);
  customElements.define("permission-prompt", PermissionPromptView);
  customElements.define("prompt-composer", PromptComposer);
  customElements.define("session-list", SessionListView);
  customElements.define("termwire-page", TermwirePage);
}

declare global {
  interface HTMLElementTagNameMap {
    "ask-dialog": AskDialog;
    "conversation-entry": ConversationEntry;
    "conversation-view": ConversationView;
    "diff-view": DiffView;
    "jobs-tray": JobsTray;
    "page-notices": PageNotices;
    "permission-prompt": PermissionPromptView;
    "prompt-composer": PromptComposer;
    "session-list": SessionListView;
    "termwire-page": TermwirePage;
  }
}
