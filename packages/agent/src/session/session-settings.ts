import { AcpError, type SessionSetting } from "@termwire/acp/agent";
import type { ModelPicker } from "../models/model-picker.ts";
import {
  isPermissionMode,
  MODE_SETTING,
  PERMISSION_MODES,
  presentModeSetting,
  type PermissionMode,
} from "../permission/permission-mode.ts";
import type { SessionEvent } from "./session-event.ts";
import type { SessionRecord } from "./session-record.ts";

/** What the settings of a session are about. */
export interface SessionSettingsParts {
  readonly models: ModelPicker;
  readonly record: SessionRecord;
  /** Of a session that has not chosen one. */
  readonly defaultMode: PermissionMode;
  /** Whether single commands can be let out of a sandbox now. */
  readonly hasSandbox: () => boolean;
}

/** What the person of a session has chosen, now and when it was open before. */
export class SessionSettings {
  readonly #parts: SessionSettingsParts;
  #mode: PermissionMode;

  constructor(parts: SessionSettingsParts) {
    this.#parts = parts;
    this.#mode = readMode(parts.record.events) ?? parts.defaultMode;
    restoreModel(parts.models, parts.record.events);
  }

  get mode(): PermissionMode {
    return this.#mode;
  }

  /** In the order in which they are offered. */
  list(): readonly SessionSetting[] {
    const { models, hasSandbox } = this.#parts;
    const isHeld = hasSandbox() || models.model.author === "person";
    return [presentModeSetting(this.#mode, isHeld), ...models.settings];
  }

  /** @throws AcpError `invalid-params` for a setting or a choice there is not. */
  async change(settingId: string, choiceId: string): Promise<void> {
    const settings = this.list();
    const setting = settings.find(({ id }) => id === settingId);
    if (setting === undefined) {
      const known = settings.map(({ id }) => id);
      throw refuse("setting", known, settingId);
    }
    if (choiceId === setting.current) return;
    if (!this.#parts.models.change(settingId, choiceId)) this.#changeMode(choiceId);
    await this.#parts.record.add({ type: "setting-changed", settingId, choiceId });
  }

  #changeMode(choiceId: string): void {
    if (!isPermissionMode(choiceId)) throw refuse(MODE_SETTING, PERMISSION_MODES, choiceId);
    this.#mode = choiceId;
  }
}

/** What was last chosen for a setting; null when nothing was. */
export function readChoice(events: readonly SessionEvent[], settingId: string): string | null {
  const chosen = events.findLast(
    (event) => event.type === "setting-changed" && event.settingId === settingId,
  );
  return chosen?.type === "setting-changed" ? chosen.choiceId : null;
}

function readMode(events: readonly SessionEvent[]): PermissionMode | null {
  const choice = readChoice(events, MODE_SETTING);
  return isPermissionMode(choice) ? choice : null;
}

/** One that is not there any more is left to what holds for new sessions. */
function restoreModel(models: ModelPicker, events: readonly SessionEvent[]): void {
  for (const event of events) {
    if (event.type !== "setting-changed") continue;
    try {
      models.change(event.settingId, event.choiceId);
    } catch (error) {
      if (!AcpError.is(error)) throw error;
    }
  }
}

function refuse(name: string, allowed: readonly string[], came: string): AcpError {
  const shown = JSON.stringify(came);
  const message = `${name}: expected one of ${allowed.join(", ")}, got ${shown}`;
  return new AcpError("invalid-params", message, { name, allowed, came });
}
