import type { AgentChoice } from "./agents/agent-choice.ts";
import { AgentHub } from "./hub/agent-hub.ts";
import type { AgentEntry } from "./hub/hub-state.ts";
import type { Fields } from "./hub/message.ts";

/** The hubs of all agents there are to choose from; each starts its agent when the first tab comes. */
export interface Hubs {
  /** The hub of an agent, that of the default one for null; null when there is none of this id. */
  find(agentId: string | null): AgentHub | null;
  /** Ends all agents; resolves when nothing of them is left. */
  stop(): Promise<void>;
}

/** Creates the hubs. @param choices the default one first. */
export function createHubs(
  choices: readonly [AgentChoice, ...AgentChoice[]],
  { cwd, clientInfo }: { readonly cwd: string; readonly clientInfo: Fields },
): Hubs {
  const [first] = choices;
  const hubs = new Map<string, AgentHub>();
  const listAgents = (): readonly AgentEntry[] =>
    choices.map(({ id, name, commandText }) => ({
      id,
      name,
      command: commandText,
      isDefault: id === first.id,
      state: hubs.get(id)?.state ?? "idle",
    }));
  for (const choice of choices) {
    hubs.set(choice.id, new AgentHub({ choice, cwd, clientInfo, listAgents }));
  }
  return {
    find: (agentId) => hubs.get(agentId ?? first.id) ?? null,
    async stop() {
      await Promise.all([...hubs.values()].map((hub) => hub.stop()));
    },
  };
}
