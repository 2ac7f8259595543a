/** Something of a session that a person can choose. */
export interface Setting {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** ACP's word for what it is about; null when none was said. */
  readonly category: string | null;
  readonly current: string;
  readonly choices: readonly SettingChoice[];
  /** By which request it is changed. */
  readonly via: "option" | "toggle" | "mode" | "model";
}

/** One value of a setting. */
export interface SettingChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Under which heading it stands; null for none. */
  readonly group: string | null;
}
