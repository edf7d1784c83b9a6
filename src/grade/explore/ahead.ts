/** Clients that are started before a plan needs them: most plans begin later than the client does. */
import { CommandRig } from './command-rig.ts';
import { ControllersRig } from './controllers-rig.ts';
import { Player } from './play.ts';
import type { Plan } from './plan.ts';
import type { Rig } from './rig.ts';
import type { Setting } from './setting.ts';

/** A client in a cluster of its own. */
export interface Prepared {
  readonly rig: Rig;
  readonly player: Player;
}

/** It has not started. @throws {CheckFailedError} for a bad manifest */
export async function prepared(setting: Setting): Promise<Prepared> {
  const rig = await rigFor(setting);
  return { rig, player: new Player(rig, setting) };
}

export class StartedAhead {
  readonly #setting: Setting;
  readonly #end = new AbortController();
  #started: Promise<Prepared>[] = [];

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Starts that number of clients. Controllers start at once: they need no time ahead. */
  begin(count: number): void {
    if (this.#end.signal.aborted || !('command' in this.#setting.client)) return;
    const more = Array.from({ length: count }, () => this.#start());
    // Who takes one hears of it.
    for (const each of more) each.catch(() => undefined);
    this.#started.push(...more);
  }

  /** Undefined: there is none, or the plan has something in the start. Rejects when it could not be started. */
  take(plan: Plan): Promise<Prepared> | undefined {
    return beginsLater(plan) ? this.#started.shift() : undefined;
  }

  /** Ends those that are not taken. */
  async end(): Promise<void> {
    this.#end.abort();
    const left = this.#started;
    this.#started = [];
    await Promise.all(left.map((each) => each.then(({ rig }) => rig.end()).catch(() => undefined)));
  }

  async #start(): Promise<Prepared> {
    const one = await prepared(this.#setting);
    try {
      await one.player.start(this.#end.signal);
      return one;
    } catch (error) {
      await one.rig.end();
      throw error;
    }
  }
}

/** Returns whether nothing goes wrong before the client has started. */
export function beginsLater(plan: Plan): boolean {
  return plan.every((each) => (each.type === 'rewind' ? each.through : each.step) > 0);
}

function rigFor({ client, setup, nodes, kubernetes, patience }: Setting): Promise<Rig> {
  if ('command' in client) {
    return CommandRig.set({ command: client.command, setup, nodes, kubernetes }, patience);
  }
  return ControllersRig.set({ controllers: client.controllers, setup, nodes, kubernetes });
}
