/** A command as the client: a process, which lives by the machine's clock. Virtual time waits for it. */
import { machineTimers, machineWall } from '#clock';
import type { SeenRequest } from '#kit';
import { canSeeWork } from '../play/process-state.ts';
import { clientUser, Stage, type StageOptions } from '../play/stage.ts';
import { sleep } from '../play/wait.ts';
import { asides } from './history.ts';
import { isAtRest } from './rest.ts';
import type { ClientWrite, Rig, SettleOptions } from './rig.ts';

/** A client is quiet when it has asked for nothing for this long, ms, and is seen to sleep... */
const quietMs = 120;
/** ...or, where that cannot be seen, for this long... */
const blindQuietMs = 250;
/** ...or, where much depends on it, this long... */
const thoroughMs = 1_000;
/** ...and for this many looks: where the machine is busy, both sides are slow. */
const quietLooks = 4;
/** How long an end that is wrong may take to become right, ms... */
const latestMs = 3_000;
/** ...and where that is only a suspicion, which is looked into: client-go waits for up to 1.6 s before it lists again. */
const hastyMs = 2_000;
/** Between two looks, ms. */
const lookMs = 25;
/** One that is never quiet is not waited for longer, ms. */
const mostUnrestMs = 4_000;
/** How long it may take until its first request, ms. */
const mostStartMs = 20_000;
/** How often what it does is looked at, ms. */
const glanceMs = 3;

export class CommandRig implements Rig {
  readonly client = { user: clientUser };
  readonly actors = [`user:${clientUser}`];
  readonly latestMs: number;
  readonly hastyMs: number;
  readonly lostAnswer = { connection: 'reset', applied: true };
  readonly #stage: Stage;
  readonly #patience: number;
  #startedMs = 0;

  private constructor(stage: Stage, patience: number) {
    this.#stage = stage;
    this.#patience = patience;
    this.latestMs = latestMs * patience;
    this.hastyMs = hastyMs * patience;
  }

  /** @throws {CheckFailedError} when the cluster refuses a manifest */
  static async set(options: StageOptions, patience: number): Promise<CommandRig> {
    return new CommandRig(await Stage.set({ ...options, pace: 'manual' }), patience);
  }

  get cluster() {
    return this.#stage.cluster;
  }

  get reads(): readonly string[] {
    const reads = this.#stage.requests.filter(
      ({ verb, isResource, code }) =>
        isResource && code === 200 && ['list', 'watch'].includes(verb),
    );
    return [...new Set(reads.map(({ resource }) => resource))].filter(
      (each) => !asides.includes(each),
    );
  }

  get writes(): readonly ClientWrite[] {
    return this.#stage.requests.filter(isWrite).map(({ verb, resource, subresource }) => ({
      verb,
      resource: subresource === '' ? resource : `${resource}/${subresource}`,
    }));
  }

  get ending(): string | undefined {
    const ending = this.#stage.client?.ending;
    if (ending === undefined) return undefined;
    if (ending.error !== undefined) return `it cannot be started: ${ending.error}`;
    return ending.code === null ? `signal ${ending.signal}` : `exit status ${ending.code}`;
  }

  get output(): string {
    return this.#stage.client?.output ?? '';
  }

  start(): Promise<void> {
    this.#startedMs = machineWall.now();
    this.#stage.startClient();
    return Promise.resolve();
  }

  kill(): Promise<void> {
    return this.#stage.stopClient();
  }

  follow(glance: () => void): () => void {
    const timers = machineTimers();
    let isOver = false;
    const next = (): void => {
      if (isOver) return;
      glance();
      cancel = timers.after(glanceMs, next);
    };
    let cancel = timers.after(glanceMs, next);
    return () => {
      isOver = true;
      cancel();
    };
  }

  async settle({ look, isThorough = false }: SettleOptions): Promise<boolean> {
    const usualMs = canSeeWork ? quietMs : blindQuietMs;
    const wantedMs = (isThorough ? thoroughMs : usualMs) * this.#patience;
    const deadline = machineWall.now() + mostUnrestMs * this.#patience;
    let looks = 0;
    for (;;) {
      const before = this.#stage.requests.length;
      const isStill = await isAtRest(this.cluster, '1s');
      await look();
      const isStarting = this.#isStarting;
      const isBusy = this.#stage.client?.isWorking ?? false;
      looks = isStill && !isBusy && this.#stage.requests.length === before ? looks + 1 : 0;
      if (looks >= quietLooks && !isStarting && this.#idleMs > wantedMs) return true;
      if (!isStarting && machineWall.now() >= deadline) return false;
      await sleep(lookMs);
    }
  }

  end(): Promise<void> {
    return this.#stage.end();
  }

  /** It has not asked for anything since it was started. */
  get #isStarting(): boolean {
    if (this.#stage.client === undefined || this.ending !== undefined) return false;
    const last = this.#stage.requests.at(-1)?.beganMs ?? 0;
    const sinceMs = machineWall.now() - this.#startedMs;
    return last < this.#startedMs && sinceMs < mostStartMs * this.#patience;
  }

  /** How long it has asked for nothing. */
  get #idleMs(): number {
    const { requests } = this.#stage;
    let lastMs = this.#startedMs;
    for (let i = requests.length - 1; i >= 0; i--) {
      const { resource, beganMs, endedMs } = requests[i]!;
      if (asides.includes(resource)) continue;
      lastMs = Math.max(lastMs, beganMs, endedMs ?? 0);
      break;
    }
    return machineWall.now() - lastMs;
  }
}

function isWrite({ isResource, verb, code, resource }: SeenRequest): boolean {
  const isRead = ['get', 'list', 'watch'].includes(verb);
  return isResource && !isRead && (code ?? 500) < 300 && !asides.includes(resource);
}
