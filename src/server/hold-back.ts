/** Nothing leaves the server that could be lost: answers and events wait until what they show is kept. */
import type { ServerResponse } from 'node:http';

/**
 * Delays what is written to a response.
 * @param kept resolves once all that has been written to the store so far is kept; undefined: it is
 */
export function holdBack(res: ServerResponse, kept: () => Promise<void> | undefined): void {
  const write = res.write.bind(res) as (...args: readonly unknown[]) => boolean;
  const end = res.end.bind(res) as (...args: readonly unknown[]) => ServerResponse;
  /** What was written is sent in order, also where some of it need not wait. */
  let last: Promise<void> | undefined;
  const later = (send: () => void): boolean => {
    const wait = kept();
    if (wait === undefined && last === undefined) return false;
    const before = last;
    // Nothing is acknowledged that cannot be kept.
    const sent = Promise.all([wait, before]).then(send, () => void res.destroy());
    last = sent;
    void sent.finally(() => {
      if (last === sent) last = undefined;
    });
    return true;
  };
  res.write = ((...args: readonly unknown[]): boolean =>
    later(() => void write(...args)) || write(...args)) as typeof res.write;
  res.end = ((...args: readonly unknown[]): ServerResponse => {
    if (!later(() => void end(...args))) end(...args);
    return res;
  }) as typeof res.end;
}
