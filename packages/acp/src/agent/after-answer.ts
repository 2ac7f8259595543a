/**
 * Sends something after the answer of the request that is at work, once its handler has returned: a client cannot know
 * a session before it has been told of it. A client that is gone is told nothing.
 */
export function afterAnswer(send: () => Promise<void>): void {
  // The answer is written within the same turn of the event loop as the handler's end.
  setTimeout(() => void send().catch(() => undefined), 0);
}
