/** The disturbances of a plan in a cluster: faults that are injected and lifted, and what another client does. */
import { isNotFound, type FaultSpec } from '#kit';
import { touched } from './end-state.ts';
import { historyOf } from './history.ts';
import type { Disturbance, Moment, Plan } from './plan.ts';
import { racing } from './racing.ts';
import type { Rig } from './rig.ts';

/** A kill whose write has come. */
interface Due {
  readonly lagging: boolean;
  readonly fault: string;
  /** The latest write before it. */
  readonly revision: number;
}

/** An object that another client has changed. */
interface Touched {
  readonly resource: string;
  readonly key: string;
  readonly uid: string;
}

export class Trouble {
  readonly #rig: Rig;
  readonly #plan: Plan;
  /** Those that took place without a fault that strikes. */
  readonly #done = new Set<Disturbance>();
  readonly #touched: Touched[] = [];
  #dueKills: Due[] = [];
  /** What permutes the order at present, and how many choices there were before. */
  #permuting: { readonly by: Disturbance; readonly choices: number } | undefined;

  /** The store's revision as each step began. */
  readonly stepStarts: number[];

  /** @param stepStarts of the steps that are over */
  constructor(rig: Rig, plan: Plan, stepStarts: readonly number[] = []) {
    this.#rig = rig;
    this.#plan = plan;
    this.stepStarts = [...stepStarts];
  }

  /** What goes wrong from the beginning of a step on. */
  async begin(step: number): Promise<void> {
    for (const [i, each] of this.#plan.entries()) {
      if (each.step !== step) continue;
      for (const fault of this.#faultsOf(each, `plan-${i}`)) this.#rig.cluster.faults.inject(fault);
    }
    for (const each of this.#plan) {
      if (each.type === 'order' && each.step <= step && each.through >= step) {
        this.#permute(each, step);
      }
      if (each.type === 'touch' && each.step === step) await this.#touch(each);
    }
  }

  /** Ends what lasts until a step is over. Answers whether there was any. */
  lift(step: number): boolean {
    let isLifted = false;
    for (const [i, each] of this.#plan.entries()) {
      if (each.type === 'order' && each.through === step) this.#restoreOrder();
      const isLong = each.type === 'stale' || each.type === 'unseen' || each.type === 'race';
      if (!isLong || each.through !== step) continue;
      for (const name of [`plan-${i}`, `plan-${i}-again`]) {
        isLifted = this.#liftFault(name) || isLifted;
      }
    }
    return isLifted;
  }

  /** Each step begins with a seed of its own, so a plan for fewer steps has the same order in those. */
  #permute(each: Extract<Disturbance, { type: 'order' }>, step: number): void {
    const { order } = this.#rig;
    if (order === undefined) return;
    this.#noteOrder();
    order.permute(`${each.seed} in step ${step}`);
    this.#permuting = { by: each, choices: order.choices };
  }

  #restoreOrder(): void {
    this.#noteOrder();
    this.#rig.order?.permute(undefined);
    this.#permuting = undefined;
  }

  /** It took place if anything came in another order. */
  #noteOrder(): void {
    const { by, choices = 0 } = this.#permuting ?? {};
    if (by !== undefined && this.#rig.order!.choices > choices) this.#done.add(by);
  }

  /** Whether the client is not to run from the beginning of a step on. */
  leavesAt(step: number): boolean {
    return this.#aways(({ step: first }) => first === step);
  }

  /** Whether it is to run again once a step is over. */
  returnsAfter(step: number): boolean {
    return this.#aways(({ through }) => through === step);
  }

  #aways(isNow: (each: { readonly step: number; readonly through: number }) => boolean): boolean {
    const found = this.#plan.filter((each) => each.type === 'away').filter(isNow);
    for (const each of found) this.#done.add(each);
    return found.length > 0;
  }

  /** The replicas that a client finds which is killed once a step is over, and started again. */
  rewindsAfter(step: number): readonly (() => void)[] {
    return this.#plan.flatMap((each, i) =>
      each.type === 'rewind' && each.through === step
        ? [() => this.#lag(`plan-${i}`, this.#revisionAt(each), each.resource)]
        : [],
    );
  }

  /** Notes the writes that have come after which the client is to be killed. */
  glance(): boolean {
    const strikes = this.#rig.cluster.faults.strikes();
    for (const [i, each] of this.#plan.entries()) {
      if (each.type !== 'kill' || this.#done.has(each)) continue;
      const strike = strikes.find(({ fault }) => fault === `plan-${i}`);
      if (strike === undefined) continue;
      this.#done.add(each);
      this.#dueKills.push({
        ...{ lagging: each.lagging, fault: `plan-${i}`, revision: strike.revision },
      });
    }
    return this.#dueKills.length > 0;
  }

  /** What a client finds that is started after a kill. */
  prepareRestart(): void {
    for (const { lagging, fault, revision } of this.#dueKills) {
      this.#liftFault(fault);
      this.#liftFault(`${fault}-again`);
      if (lagging) this.#lag(fault, revision);
    }
    this.#dueKills = [];
  }

  /** Replicas have caught up. Answers whether any has lagged. */
  catchUp(): boolean {
    const lagging = this.#rig.cluster.faults.list().filter(({ name }) => name.endsWith('-lag'));
    for (const { name } of lagging) this.#liftFault(name);
    return lagging.length > 0;
  }

  liftAll(): void {
    this.#rig.cluster.faults.lift();
    this.#restoreOrder();
  }

  /** Those that have not taken place. */
  get missed(): readonly Disturbance[] {
    this.#noteOrder();
    const struck = new Set(
      this.#rig.cluster.faults
        .strikes()
        .filter(({ effect }) => !effect.startsWith('begins, when'))
        .map(({ fault }) => fault.replace(/-watch(?=-lag)/, '')),
    );
    return this.#plan.filter((each, i) => {
      if (each.type === 'touch' || each.type === 'away' || each.type === 'order')
        return !this.#done.has(each);
      if (each.type === 'rewind') return !struck.has(`plan-${i}-lag`);
      if (each.type === 'kill' && each.lagging) return !struck.has(`plan-${i}-lag`);
      return !struck.has(`plan-${i}`);
    });
  }

  /** Objects that have lost what another client has put there. */
  async lost(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const { resource, key, uid } of this.#touched) {
      const { metadata } = (await this.#find(resource, key)) ?? {};
      const isThere = metadata?.uid === uid;
      if (isThere && metadata.annotations?.[touched] === undefined) lost.push(`${resource} ${key}`);
    }
    return lost;
  }

  #faultsOf(each: Disturbance, name: string): readonly FaultSpec[] {
    const { client, lostAnswer } = this.#rig;
    switch (each.type) {
      case 'stale':
      case 'unseen': {
        const match = { client, verb: 'watch', resource: each.resource };
        const effect =
          each.type === 'stale' ? ({ stale: 'frozen' } as const) : ({ watch: 'gather' } as const);
        const when = whenOf(each);
        return [{ name, match, ...effect, ...(when && { when }) }];
      }
      case 'expire': {
        const { resource, namespace, name: object } = objectOf(each.change);
        const match = {
          client,
          verb: 'watch',
          resource,
          ...(namespace && { namespace }),
          ...(object && { name: object }),
        };
        return [{ name, match, watch: 'expire', from: each.count, times: 1 }];
      }
      case 'conflict':
        return [
          {
            ...{ name, match: writeMatch(each.write, client), error: 409 },
            ...{ from: each.count, times: each.times },
          },
        ];
      case 'kill': {
        const match = writeMatch(each.write, client);
        const again = { ...lostAnswer, applied: false };
        // Of those that follow none is carried out: the client is about to be killed.
        return [
          { name, match, ...lostAnswer, from: each.count, times: 1 },
          { name: `${name}-again`, match, ...again, from: each.count },
        ];
      }
      case 'race':
        return racing(each.race, name, client);
      case 'rewind':
      case 'away':
      case 'touch':
      case 'order':
        return [];
    }
  }

  /** A replica that stays at a revision, as far as v1.24 answers from one: lists at any version, and watches. */
  #lag(fault: string, at: number, resource?: string): void {
    const { client, cluster } = this.#rig;
    const match = { client, ...(resource !== undefined && { resource }) };
    // Informers in the process name no version, and are those of client-go, which name any.
    const isInside = client['process'] !== undefined;
    const lists = { ...match, verb: 'list', ...(!isInside && { version: 'any' }) };
    const watches = { ...match, verb: 'watch', version: 'exact' };
    cluster.faults.inject({ name: `${fault}-lag`, match: lists, stale: { at } });
    cluster.faults.inject({ name: `${fault}-watch-lag`, match: watches, stale: { at } });
  }

  /** The store's revision at a moment of this run, which is past. */
  #revisionAt({ step, change, count = 1 }: Moment): number {
    const start = this.stepStarts[step] ?? 1;
    if (change === undefined) return Math.max(1, start);
    const { resource, key } = objectOf(change);
    const changes = historyOf(this.#rig.cluster).filter(
      (each) =>
        each.revision > start && each.resource === resource && (key === '' || each.key === key),
    );
    return changes[count - 1]?.revision ?? Math.max(1, start);
  }

  async #touch(each: Extract<Disturbance, { type: 'touch' }>): Promise<void> {
    const { resource, key, name, namespace } = objectOf(each.object);
    const found = await this.#find(resource, key);
    if (found === undefined) return;
    const body = { metadata: { annotations: { [touched]: 'kept' } } };
    await this.#rig.cluster.patch(resource, name, body, namespace === '' ? {} : { namespace });
    this.#touched.push({ resource, key, uid: found.metadata.uid! });
    this.#done.add(each);
  }

  async #find(resource: string, key: string) {
    const { name, namespace } = objectOf(`${resource} ${key}`);
    try {
      return await this.#rig.cluster.get(resource, name, namespace === '' ? {} : { namespace });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #liftFault(name: string): boolean {
    const { faults } = this.#rig.cluster;
    if (faults.list().every((each) => each.name !== name)) return false;
    faults.lift(name);
    return true;
  }
}

/** `deployments.apps default/web` */
function objectOf(text: string) {
  const [resource = '', key = ''] = text.split(' ');
  const slash = key.indexOf('/');
  return { resource, key, namespace: key.slice(0, Math.max(0, slash)), name: key.slice(slash + 1) };
}

function whenOf({ change, count = 1 }: Moment): FaultSpec['when'] {
  if (change === undefined) return undefined;
  const { resource, namespace, name } = objectOf(change);
  return { resource, ...(namespace && { namespace }), ...(name && { name }), count };
}

/** `update sites.example.com/status`; of controllers in the process an update is a patch as often as not. */
function writeMatch(write: string, client: Rig['client']): NonNullable<FaultSpec['match']> {
  const [verb = '', what = ''] = write.split(' ');
  const [resource = '', subresource] = what.split('/');
  const isInside = client['process'] !== undefined;
  return {
    client,
    verb: isInside && verb === 'update' ? ['update', 'patch'] : verb,
    resource,
    ...(subresource !== undefined && { subresource }),
  };
}
