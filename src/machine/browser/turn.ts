const waiting: (() => void)[] = [];
/** One for all turns: making a channel takes longer than a turn. */
const channel = new MessageChannel();
Object.assign(channel.port1, { onmessage: () => waiting.shift()?.() });

/**
 * Resolves after a turn of the event loop, before which all pending microtasks run. A message, as a
 * timer takes 4 ms, and a scheduled task would keep the page's messages waiting.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });
}
