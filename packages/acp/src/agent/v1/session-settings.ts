import type {
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { HarnessSession, SessionSetting } from "../harness.ts";

/** A session's settings as ACP v1 has them: all as options, and the first that is a mode also as modes. */
export interface V1Settings {
  readonly modes?: SessionModeState;
  readonly configOptions?: SessionConfigOption[];
}

/** What a new or opened session answers with; nothing for a session without settings. */
export function toV1Settings(settings: readonly SessionSetting[]): V1Settings {
  if (settings.length === 0) return {};
  const mode = findMode(settings);
  return {
    configOptions: toConfigOptions(settings),
    ...(mode !== undefined && { modes: toModes(mode) }),
  };
}

/** Every setting as an option. */
export function toConfigOptions(settings: readonly SessionSetting[]): SessionConfigOption[] {
  return settings.map(({ id, name, description, category, current, choices }) => ({
    id,
    name,
    ...(description !== undefined && { description }),
    ...(category !== undefined && category !== "other" && { category }),
    type: "select",
    currentValue: current,
    options: choices.map(({ id: value, ...about }) => ({ value, ...about })),
  }));
}

/** The setting that is also the session's mode. */
export function findMode(settings: readonly SessionSetting[]): SessionSetting | undefined {
  return settings.find(({ category }) => category === "mode");
}

function toModes({ current, choices }: SessionSetting): SessionModeState {
  return {
    currentModeId: current,
    availableModes: choices.map(({ id, name, description }) => ({
      id,
      name,
      ...(description !== undefined && { description }),
    })),
  };
}

/** Tells what changed of a session since it was last told. */
export function createV1SettingsTeller(session: HarnessSession): () => SessionUpdate[] {
  let told = readFacts(session);
  return () => {
    const before = told;
    told = readFacts(session);
    const updates: SessionUpdate[] = [];
    if (told.options !== before.options) {
      const configOptions = toConfigOptions(session.settings);
      updates.push({ sessionUpdate: "config_option_update", configOptions });
    }
    if (told.mode !== undefined && told.mode !== before.mode) {
      updates.push({ sessionUpdate: "current_mode_update", currentModeId: told.mode });
    }
    if (told.title !== before.title) {
      updates.push({ sessionUpdate: "session_info_update", title: told.title });
    }
    return updates;
  };
}

function readFacts({ settings, title }: HarnessSession): {
  readonly options: string;
  readonly mode: string | undefined;
  readonly title: string | null;
} {
  return {
    options: JSON.stringify(toConfigOptions(settings)),
    mode: findMode(settings)?.current,
    title: title ?? null,
  };
}
