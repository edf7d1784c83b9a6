/** A command as the client: a process, which lives by the machine's clock. Virtual time waits for it. */
import { machineTimers, machineWall } from '#clock';
import type { SeenRequest } from '#kit';
import { canSeeWork, unseen, type ProcessLook } from '../play/process-look.ts';
import { clientUser, Stage, type StageOptions } from '../play/stage.ts';
import { sleep } from '../play/wait.ts';
import { asides } from './history.ts';
import { isAtRest } from './rest.ts';
import type { ClientWrite, Rig, SettleOptions } from './rig.ts';

/**
 * A client is quiet when it has asked for nothing for this long, ms. Where it is seen until when it sleeps, that counts as
 * if it had passed: who has more to ask than the limits of client-go permit waits for up to 200 ms...
 */
const quietMs = 400;
/** ...or this long, where it is only seen that it does not work, and where nothing is seen... */
const dimQuietMs = 120;
const blindQuietMs = 250;
/** ...or, where much depends on it, this long... */
const thoroughMs = 1_000;
/** ...and for this many looks: where the machine is busy, both sides are slow. */
const quietLooks = 4;
/** Where much depends on it, nothing is written for this long either, virtual time. */
const thoroughSpan = '30s';
/** Virtual time waits for a client that works or starts, but no longer than this, ms. */
const mostHeldMs = 1_000;
/** How long an end that is wrong may take to become right, ms... */
const latestMs = 3_000;
/** ...and where that is only a suspicion, which is looked into: client-go waits for up to 1.6 s before it lists again. */
const hastyMs = 2_000;
/** Between two looks, ms... */
const lookMs = 15;
/** ...and where nothing seems to be left to do. */
const shortLookMs = 5;
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
  /** For how many looks it has not run at all. */
  #unmovedLooks = 0;
  #restsUntilMs = 0;

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
    const wantedMs = (sleepsForMs: number): number =>
      (isThorough ? thoroughMs : usualQuietMs(sleepsForMs)) * this.#patience;
    const deadline = machineWall.now() + mostUnrestMs * this.#patience;
    this.#restsUntilMs = 0;
    let passedMs = machineWall.now();
    let looks = 0;
    for (;;) {
      const before = this.#stage.requests.length;
      const first = this.#look();
      const isHeld = this.#isAboutToAct(first) && machineWall.now() - passedMs < mostHeldMs;
      if (!isHeld) passedMs = machineWall.now();
      const isStill = !isHeld && (await isAtRest(this.cluster, '1s'));
      await look();
      const { isWorking, sleepsForMs } = isHeld ? first : this.#look();
      const isStarting = this.#isStarting;
      const isQuiet = (): boolean =>
        isStill && !isWorking && this.#stage.requests.length === before;
      looks = isQuiet() ? looks + 1 : 0;
      if (
        looks >= quietLooks &&
        !isStarting &&
        this.#isQuietFor(wantedMs(sleepsForMs), sleepsForMs)
      ) {
        const isOver = !isThorough || (await isAtRest(this.cluster, thoroughSpan));
        if (isOver && isQuiet()) {
          this.#restsUntilMs = machineWall.now() + this.#surelyMs(sleepsForMs);
          return true;
        }
        looks = 0;
      }
      if (!isStarting && machineWall.now() >= deadline) return false;
      await sleep(looks > 0 && sleepsForMs > 0 ? shortLookMs : lookMs);
    }
  }

  get restsUntilMs(): number {
    return this.#restsUntilMs;
  }

  end(): Promise<void> {
    return this.#stage.end('kill');
  }

  #look(): ProcessLook {
    const look = this.#stage.client?.look() ?? unseen;
    this.#unmovedLooks = look.isUnmoved ? this.#unmovedLooks + 1 : 0;
    return look;
  }

  #isAboutToAct({ isWorking, sleepsForMs }: ProcessLook): boolean {
    if (isWorking || this.#isStarting) return true;
    return sleepsForMs > 0 && this.#idleMs + sleepsForMs < quietMs * this.#patience;
  }

  /** Whether it has asked for nothing for this long, or surely will not until then. */
  #isQuietFor(wantedMs: number, sleepsForMs: number): boolean {
    const idleMs = this.#idleMs;
    if (idleMs > wantedMs) return true;
    return idleMs + sleepsForMs > wantedMs && idleMs + this.#surelyMs(sleepsForMs) > wantedMs;
  }

  /** Of the time that it sleeps on, how much is sure: nothing that it waits for is under way. */
  #surelyMs(sleepsForMs: number): number {
    if (sleepsForMs === 0 || this.#unmovedLooks < quietLooks) return 0;
    const { client, requests, port } = this.#stage;
    const isOpen = requests.some(
      ({ verb, code, endedMs }) =>
        endedMs === undefined && (verb !== 'watch' || code === undefined),
    );
    return isOpen || client?.isTiedToOthers(port) === true ? 0 : sleepsForMs;
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

function usualQuietMs(sleepsForMs: number): number {
  if (!canSeeWork) return blindQuietMs;
  return sleepsForMs > 0 ? quietMs : dimQuietMs;
}

function isWrite({ isResource, verb, code, resource }: SeenRequest): boolean {
  const isRead = ['get', 'list', 'watch'].includes(verb);
  return isResource && !isRead && (code ?? 500) < 300 && !asides.includes(resource);
}
