import type { Order } from './order.ts';
import type { KeyQueue, WorkItem } from './work-queue.ts';

export interface WorkersOptions {
  readonly queue: KeyQueue;
  /** How many items are worked on at once. */
  readonly count: number;
  /** Default: they begin at once. */
  readonly order?: Order | undefined;
  /** Must not throw. The item is done when the promise resolves. */
  readonly work: (item: WorkItem) => Promise<void>;
}

/**
 * Processes a queue, `count` items at once, in the queue's order. Work begins in a microtask of
 * its own, never inside the call that added the key: handlers only read and enqueue.
 */
export function startWorkers({ queue, count, order, work }: WorkersOptions): void {
  let busy = 0;
  let scheduled = false;

  const wake = (): void => {
    if (scheduled || busy >= count) return;
    scheduled = true;
    const turn = order?.turn();
    if (turn === undefined) queueMicrotask(begin);
    else void turn.then(begin);
  };
  const begin = (): void => {
    scheduled = false;
    while (busy < count) {
      const item = queue.get();
      if (item === undefined) return;
      busy++;
      void run(item);
    }
  };
  const run = async (item: WorkItem): Promise<void> => {
    await work(item);
    busy--;
    queue.done(item.key);
    if (queue.length > 0) wake();
  };
  queue.open(wake);
}
