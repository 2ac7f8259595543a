import { findRequirement } from "../requirements/all-requirements.ts";
import { AgentTerminalRules } from "./agent-terminal-rules.ts";
import { ClientTerminalRules } from "./client-terminal-rules.ts";
import type { Finding } from "./finding.ts";
import { FollowedConnection } from "./follow-connection.ts";
import { MetaRules } from "./meta-rules.ts";
import { ToolCallRules } from "./tool-call-rules.ts";
import { TurnRules } from "./turn-rules.ts";
import { V2Rules } from "./v2-rules.ts";

/** Of one requirement; of any more only the number is told, so that a long recording fills no memory. */
const MAX_FINDINGS = 1000;

/** Judges the traffic of one connection, message by message. */
export interface TrafficCheck {
  /** Takes one JSON-RPC message: from the agent to its client (`a2c`), or back. Never throws on a peer's mistake. */
  take(direction: "a2c" | "c2a", message: unknown): void;
  /** Nothing more will come; gives everything that was found, in order. */
  end(): readonly Finding[];
}

/** Creates the judge of one connection. */
export function checkTraffic(): TrafficCheck {
  const connection = new FollowedConnection();
  const findings: Finding[] = [];
  let message = -1;
  let isOver = false;
  const counts = new Map<string, number>();
  const report = (id: string, detail: string): void => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    if (count > MAX_FINDINGS) return;
    const requirement = findRequirement(id);
    findings.push({ requirement, message: isOver ? null : message, detail });
  };
  const rules = [
    new ClientTerminalRules(connection, report),
    new AgentTerminalRules(connection, report),
    new ToolCallRules(connection, report),
    new TurnRules(connection, report),
    new MetaRules(connection, report),
    new V2Rules(connection, report),
  ];
  return {
    take(direction, content) {
      message += 1;
      const seen = connection.see(direction, content);
      for (const rule of rules) rule.take(seen);
    },
    end() {
      isOver = true;
      for (const rule of rules) rule.end();
      return [...findings, ...countRest(counts)];
    },
  };
}

function countRest(counts: ReadonlyMap<string, number>): readonly Finding[] {
  return [...counts]
    .filter(([, count]) => count > MAX_FINDINGS)
    .map(([id, count]) => {
      const detail = `${count - MAX_FINDINGS} more of these`;
      return { requirement: findRequirement(id), message: null, detail };
    });
}
