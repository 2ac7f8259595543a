import type { AnyMessage } from "@agentclientprotocol/sdk";
import { checkTraffic, type TrafficCheck } from "@termwire/acp/check";

/** Whoever sends these begins anew with what they know of a session. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(["session/load", "session/resume"]);

/** Judges what an agent says on one connection; `end` tells what it broke that it must keep. */
export function judgeAgent(): { take: TrafficCheck["take"]; end: () => readonly string[] } {
  const handshake: [Parameters<TrafficCheck["take"]>[0], AnyMessage][] = [];
  const broken: string[] = [];
  let judge = checkTraffic();
  const finish = (): void => {
    for (const { requirement, detail } of judge.end()) {
      if (requirement.level !== "MUST" || requirement.side === "client") continue; // they do what they must not on purpose
      broken.push(`${requirement.id}: ${detail}`);
    }
  };
  return {
    take(direction, message) {
      const sent = message as AnyMessage; // of the SDK's own stream
      if (handshake.length < 2) handshake.push([direction, sent]);
      if (direction === "c2a" && "method" in sent && BEGINNINGS.has(sent.method)) {
        finish();
        judge = checkTraffic();
        for (const [way, first] of handshake) judge.take(way, first);
      }
      judge.take(direction, message);
    },
    end() {
      finish();
      return broken;
    },
  };
}
