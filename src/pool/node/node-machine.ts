/** The life of a node's kubelet, as an xstate machine; compile.ts makes a table of it. */
import { setup } from 'xstate';
import type { Millis } from '#clock';
import type { Cause } from '#values';
import type { Node } from '#types';
import { isOff, isSilent } from '../behaviour/annotations.ts';
import type { Args, Holding } from '../table/compile.ts';

/** The status is posted when it changes, and as a heartbeat this long after the last change. */
export const HEARTBEAT_MS: Millis = 5 * 60_000;

export interface NodeSubject {
  /** Its kubelet. */
  readonly host: NodeHost<NodeSubject>;
  /** Its latest known state. */
  readonly node: Node;
}

/**
 * `sync`: check again, something changed. `lose`: the Node object is deleted, and the machine with
 * it.
 */
export interface NodeEvent {
  readonly type: 'sync' | 'lose';
  readonly cause: Cause;
}

/** What the machine calls on its kubelet. All of them only read and enqueue. */
export interface NodeHost<S> {
  /** Post the status with fresh heartbeats. */
  post(subject: S, cause: Cause): void;
  /** Start renewing the lease: at once, then every period. */
  startRenewing(subject: S): void;
  /** Stop renewing it, with or without a last renewal. */
  stopRenewing(subject: S, oneLast: boolean): void;
  /** Its pods continue, with the status that they should have by now. */
  thaw(subject: S, cause: Cause): void;
  /** Nothing happens to its pods any more. */
  freeze(subject: S): void;
  /** The machine is off: its containers have ended, which is visible when it is back. */
  die(subject: S): void;
}

export function nodeMachine() {
  const machine = setup({
    types: {} as { context: Holding<NodeSubject>; events: NodeEvent },
    guards: {
      off: of(({ node }) => isOff(node)),
      silent: of(({ node }) => isSilent(node)),
    },
    delays: { heartbeat: HEARTBEAT_MS },
    actions: {
      post: of((subject, cause) => subject.host.post(subject, cause)),
      startRenewing: of((subject) => subject.host.startRenewing(subject)),
      renewOnceMore: of((subject) => subject.host.stopRenewing(subject, true)),
      stopRenewing: of((subject) => subject.host.stopRenewing(subject, false)),
      thaw: of((subject, cause) => subject.host.thaw(subject, cause)),
      freeze: of((subject) => subject.host.freeze(subject)),
      die: of((subject) => subject.host.die(subject)),
    },
  });

  const lose = { target: 'gone', actions: ['stopRenewing', 'freeze'] } as const;
  const off = { guard: 'off', target: 'off', actions: 'die' } as const;
  const speak = { target: 'healthy', actions: ['startRenewing', 'thaw'] } as const;
  return machine.createMachine({
    id: 'node',
    context: ({ input }: { input: unknown }) => input as Holding<NodeSubject>,
    initial: 'new',
    states: {
      new: { on: { lose, sync: [off, { guard: 'silent', target: 'silent' }, speak] } },
      healthy: {
        entry: 'post',
        after: { heartbeat: { target: 'healthy', reenter: true } },
        on: {
          lose,
          sync: [
            { guard: 'off', target: 'off', actions: ['stopRenewing', 'freeze', 'die'] },
            { guard: 'silent', target: 'silent', actions: ['renewOnceMore', 'freeze'] },
          ],
        },
      },
      // When it reports again, it does what a new one does.
      silent: { on: { lose, sync: [off, { guard: 'silent' }, speak] } },
      off: {
        on: { lose, sync: [{ guard: 'off' }, { guard: 'silent', target: 'silent' }, speak] },
      },
      gone: {},
    },
  });
}

function of<R>(ask: (subject: NodeSubject, cause: Cause) => R) {
  return ({ context, event }: Args<NodeSubject>): R =>
    ask(context.subject, event.cause ?? { timer: event.timer ?? event.type });
}
