/** A program that is a pod of a Deployment: its variables and volumes, whether it is ready, its log and its restarts. */
import { join } from 'node:path';
import { machineWall } from '#clock';
import type { Container } from '#types/core-v1';
import type { Deployment, Pod, Service } from '#types';
import { stopOnSignal } from '../signals.ts';
import { startChild, type Child } from './child.ts';
import type { Account, Mount } from './mounts.ts';
import { Probed } from './probe.ts';
import type { Bind } from './private-mount.ts';
import { nowhere, reachedAt, type Reached } from './service-addresses.ts';
import { accountFolder, say, type Session } from './session.ts';
import { expanded, variablesOf } from './variables.ts';
import { isOfFiles } from './volumes.ts';
import { isHeld, released, whyHeld } from './held.ts';

/** What is to run, and as what. */
export interface PodProgramOptions {
  readonly account: Account;
  readonly deployment: string;
  readonly container: string | undefined;
  /** Without arguments it gets those of the container. */
  readonly command: readonly string[];
  /** Beside those of the pod. */
  readonly mounts: readonly Mount[];
  readonly mayMount: boolean;
}

/** How often the cluster is looked at, ms. */
const lookEvery = 500;

/** Runs it, again and again as the cluster restarts its container, until a signal stops this command. */
export async function runAsPod(session: Session, options: PodProgramOptions): Promise<number> {
  const stop = stopOnSignal();
  const program = new PodProgram(session, options, stop.signal);
  await program.check();
  let code = 0;
  while (!stop.signal.aborted) code = (await program.runOnce()) ?? code;
  return code;
}

/** A pod whose container runs. */
interface Place {
  readonly pod: Pod;
  readonly container: Container;
  /** How often it has been restarted. */
  readonly restarts: number;
}

class PodProgram {
  readonly #session: Session;
  readonly #options: PodProgramOptions;
  readonly #stop: AbortSignal;
  #account: Bind | undefined;
  /** The containers that have run here, by pod and number of restarts. */
  readonly #done = new Set<string>();
  #isWaiting = false;
  /** What has been written of a line that has not ended. */
  #line = '';
  #sending: Promise<unknown> = Promise.resolve();

  constructor(session: Session, options: PodProgramOptions, stop: AbortSignal) {
    this.#session = session;
    this.#options = options;
    this.#stop = stop;
  }

  /** @throws {Error} unless there is such a Deployment, of that account */
  async check(): Promise<void> {
    const { account, deployment } = this.#options;
    const { serviceAccountName = 'default' } = (await this.#deployment()).spec.template.spec;
    if (serviceAccountName !== account.name) {
      throw new Error(
        `the pods of Deployment ${deployment} are ${account.namespace}/${serviceAccountName}, not ${account.name}`,
      );
    }
  }

  /** Waits for a container of the Deployment to run, and is it until it ends; resolves with the exit code. */
  async runOnce(): Promise<number | undefined> {
    const place = await this.#place();
    if (place === undefined || !(await this.#mayStart(place))) return undefined;
    const { pod, container, restarts } = place;
    const { name } = pod.metadata;
    this.#done.add(keyOf(place));
    await this.#annotate(pod, { 'sim/ready': 'false' });
    const child = await this.#start(place);
    say(`${this.#options.command[0]!} is container ${container.name} of pod ${name}`);
    const watching = new AbortController();
    const isGone = this.#watch(place, child, watching.signal);
    const code = await child.ended;
    watching.abort();
    const hasGone = await isGone;
    await this.#lead(pod, nowhere);
    if (this.#stop.aborted) {
      await this.#annotate(pod, { 'sim/ready': 'false' });
      return code;
    }
    if (hasGone) {
      say(`pod ${name} is gone; the next one of the Deployment is waited for`);
      return code;
    }
    say(`exit status ${code}; the cluster restarts the container`);
    // A run that has taken as long ends at once. Less would end the next one too, before its number is known.
    const crash = { 'sim/crash-seconds': '1', 'sim/crash-times': String(restarts + 1) };
    await this.#annotate(pod, { ...crash, 'sim/ready': 'false' });
    return code;
  }

  async #deployment(): Promise<Deployment> {
    const { reader } = this.#session;
    return reader.ask('GET', reader.pathOf('apps/v1', 'deployments', this.#options.deployment));
  }

  /** Resolves with a container that runs, and has not been run here; undefined when this command ends. */
  async #place(): Promise<Place | undefined> {
    while (!this.#stop.aborted) {
      const place = (await this.#pods()).flatMap((pod) => this.#placeIn(pod) ?? []).at(0);
      if (place !== undefined) {
        this.#isWaiting = false;
        return place;
      }
      if (!this.#isWaiting)
        say(`waiting for a pod of Deployment ${this.#options.deployment} to run`);
      this.#isWaiting = true;
      await machineWall.sleep(lookEvery, this.#stop);
    }
    return undefined;
  }

  async #pods(): Promise<readonly Pod[]> {
    const { reader } = this.#session;
    const { matchLabels = {} } = (await this.#deployment()).spec.selector;
    const selector = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
    const path = `${reader.pathOf('v1', 'pods')}?labelSelector=${encodeURIComponent(selector.join(','))}`;
    const { items } = await reader.ask<{ readonly items: readonly Pod[] }>('GET', path);
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  #placeIn(pod: Pod): Place | undefined {
    const { container: expected } = this.#options;
    const { containers } = pod.spec;
    const container = containers.find(({ name }) => name === (expected ?? containers[0]!.name));
    if (container === undefined)
      throw new Error(`pod ${pod.metadata.name} has no container ${expected!}`);
    const status = pod.status.containerStatuses?.find(({ name }) => name === container.name);
    if (status === undefined || (status.state?.running === undefined && !isHeld(pod)))
      return undefined;
    const place = { pod, container, restarts: status.restartCount };
    return this.#done.has(keyOf(place)) ? undefined : place;
  }

  /**
   * Has the pod wait until what its volumes and variables need is there, as a kubelet does; resolves with whether it did
   * not have to: a pod that has waited is to be looked for again.
   */
  async #mayStart({ pod, container }: Place): Promise<boolean> {
    const look = () => whyHeld(pod, container, this.#options.mounts, this.#session.reader);
    let why = await look();
    if (why === undefined && !isHeld(pod)) return true;
    let shown: typeof why;
    while (why !== undefined && !this.#stop.aborted && (await this.#isThere(pod))) {
      if (why.text !== shown?.text) {
        say(`pod ${pod.metadata.name} waits: ${why.text}`);
        await this.#annotate(pod, { ...released, [why.annotation]: why.text });
        shown = why;
      }
      await machineWall.sleep(lookEvery, this.#stop);
      why = await look().catch(() => shown);
    }
    await this.#annotate(pod, released);
    return false;
  }

  async #start({ pod, container }: Place): Promise<Child> {
    const { command, mayMount } = this.#options;
    const variables = {
      ...(await variablesOf(pod, container, this.#session.reader)),
      ...this.#session.variables,
    };
    const args = container.args?.map((each) => expanded(each, variables)) ?? [];
    const whole = command.length > 1 ? command : [...command, ...args];
    const line = this.#session.placed(await this.#binds(pod, container), whole, mayMount);
    return startChild(line, {
      // A container has a /tmp of its own, where programs look for their certificates.
      env: { ...process.env, TMPDIR: undefined, ...variables },
      onOutput: (text) => this.#log(pod, container, text),
    });
  }

  async #binds(pod: Pod, { volumeMounts = [] }: Container): Promise<readonly Bind[]> {
    this.#account ??= await this.#session.bindAccount();
    const binds = [this.#account];
    for (const { name, mountPath, subPath } of volumeMounts) {
      const volume = pod.spec.volumes?.find((each) => each.name === name);
      if (volume === undefined || mountPath === accountFolder) continue;
      if (!isOfFiles(volume)) {
        say(`volume ${name} is left out of ${mountPath}`);
        continue;
      }
      if (volume.emptyDir !== undefined && this.#session.needs(mountPath)) {
        say(`${mountPath} stays what it is on this machine`);
        continue;
      }
      const bind = await this.#session.bind({ volume, folder: mountPath }, pod);
      binds.push(subPath === undefined ? bind : { ...bind, from: join(bind.from, subPath) });
    }
    for (const each of this.#options.mounts) binds.push(await this.#session.bind(each));
    return binds;
  }

  /** Follows pod and program until the signal aborts; resolves with whether the pod has gone. */
  async #watch({ pod, container }: Place, child: Child, over: AbortSignal): Promise<boolean> {
    const { readinessProbe, livenessProbe } = container;
    const readiness = readinessProbe && new Probed(readinessProbe, container, false);
    const liveness = livenessProbe && new Probed(livenessProbe, container, true);
    await this.#lead(pod, await this.#reachedAt(pod, container));
    let isShown = false;
    while (!over.aborted) {
      if (!(await this.#isThere(pod))) {
        child.kill('SIGTERM');
        return true;
      }
      const isReady = readiness === undefined || (await readiness.look());
      if (isReady !== isShown && !over.aborted) {
        isShown = isReady;
        await this.#annotate(pod, { 'sim/ready': String(isReady) });
      }
      if (liveness !== undefined && !(await liveness.look())) child.kill('SIGTERM');
      await machineWall.sleep(lookEvery, over);
    }
    return false;
  }

  /** Resolves with whether a pod is there, and stays; true while the server does not answer. */
  async #isThere({ metadata }: Pod): Promise<boolean> {
    const pods = await this.#pods().catch(() => undefined);
    return pods?.some(({ metadata: { uid } }) => uid === metadata.uid) ?? true;
  }

  async #annotate(
    { metadata }: Pod,
    annotations: Readonly<Record<string, string | null>>,
  ): Promise<void> {
    const { reader } = this.#session;
    const path = reader.pathOf('v1', 'pods', metadata.name);
    await reader.ask('PATCH', path, { metadata: { annotations } }).catch(() => undefined);
  }

  async #reachedAt(pod: Pod, container: Container): Promise<Reached> {
    const { reader } = this.#session;
    const path = reader.pathOf('v1', 'services');
    const { items } = await reader.ask<{ readonly items: readonly Service[] }>('GET', path);
    return reachedAt(pod, container, items);
  }

  /** Has Services, and the pod's proxy, lead to the program. A server that is not Orrery's leads to pods by itself. */
  async #lead({ metadata }: Pod, reached: Reached): Promise<void> {
    await this.#tell(`/${metadata.name}`, 'PUT', reached);
  }

  /** Sends whole lines, in the order in which they came. */
  #log({ metadata }: Pod, container: Container, text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop()!;
    if (lines.length === 0) return;
    const body = { container: container.name, lines };
    this.#sending = this.#sending.then(() => this.#tell(`/${metadata.name}/log`, 'POST', body));
  }

  async #tell(path: string, method: string, body: object): Promise<void> {
    const { namespace } = this.#options.account;
    const whole = `/orrery/v1/programs/${namespace}${path}`;
    await this.#session.reader.ask(method, whole, body).catch(() => undefined);
  }
}

function keyOf({ pod, restarts }: Place): string {
  return `${pod.metadata.uid} ${restarts}`;
}
