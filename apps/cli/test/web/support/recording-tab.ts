import { parseMessage, type Fields } from "../../../src/web/hub/message.ts";
import type { Tab, WireText } from "../../../src/web/hub/tab.ts";

/** A tab without a connection, and the messages it got. */
export interface RecordingTab {
  readonly tab: Tab;
  readonly got: Fields[];
}

/** Creates one that reads as fast as it is sent to. */
export function createRecordingTab(): RecordingTab {
  const got: Fields[] = [];
  const send = (text: WireText): void => void got.push(parseMessage(String(text)) ?? {});
  const tab: Tab = {
    send,
    sendKept(texts) {
      for (const text of texts) send(text);
    },
    close: () => undefined,
    isBehind: false,
    untilRead: () => Promise.resolve(),
  };
  return { tab, got };
}
