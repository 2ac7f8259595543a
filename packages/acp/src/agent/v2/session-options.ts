import type { SessionConfigOption, SessionUpdate } from "@agentclientprotocol/sdk/experimental/v2";
import type { HarnessSession, SessionSetting } from "../harness.ts";

/** Every setting as an option of ACP v2. */
export function toV2Options(settings: readonly SessionSetting[]): SessionConfigOption[] {
  return settings.map(({ id, name, description, category, current, choices }) => ({
    configId: id,
    name,
    ...(description !== undefined && { description }),
    ...(category !== undefined && category !== "other" && { category }),
    type: "select",
    currentValue: current,
    options: choices.map(({ id: value, ...about }) => ({ value, ...about })),
  }));
}

/** Tells what changed of a session since it was last told. */
export function createV2ChangeReader(session: HarnessSession): () => SessionUpdate[] {
  let options = JSON.stringify(toV2Options(session.settings));
  let title = session.title ?? null;
  return () => {
    const updates: SessionUpdate[] = [];
    const configOptions = toV2Options(session.settings);
    if (JSON.stringify(configOptions) !== options) {
      options = JSON.stringify(configOptions);
      updates.push({ sessionUpdate: "config_option_update", configOptions });
    }
    if ((session.title ?? null) !== title) {
      title = session.title ?? null;
      updates.push({ sessionUpdate: "session_info_update", title });
    }
    return updates;
  };
}
