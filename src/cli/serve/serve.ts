/** `orrery serve`: the API for external clients, with a simulated cluster behind it. */
import { controllers as allControllers, kubernetesService } from '#controllers';
import { machineTime, machineTimers, Pacer, type Release } from '#clock';
import { ApiError, KindRegistry, kinds, node } from '#kinds';
import type { Scenario } from '#scenario';
import { listen, makeServing, type Listening } from '#server';
import { Simulator } from '#simulator';
import { exitCodes } from '../exit-codes.ts';
import { printError, printText } from '../output.ts';
import { advertisedAddress, certifiedNames, kubernetesIp, urlOf } from './addresses.ts';
import { announce } from './announce.ts';
import { DefectLog } from './defects.ts';
import { identityOf } from './identity.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { makeApp } from './make-app.ts';
import type { ServeOptions } from './options.ts';
import {
  admissionWithout,
  authorizationMode,
  checkCombination,
  chosenControllers,
  historyWindow,
  parseGates,
  SettingsError,
  startTime,
  webhookAddresses,
} from './settings.ts';
import { untilSignal } from './signals.ts';

/** Serves until a signal stops it; resolves with the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  try {
    const running = await start(options);
    const code = await running.ended;
    await running.stop();
    return code;
  } catch (error) {
    if (error instanceof SettingsError) return complain(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return complain(`port ${options.port} is in use`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return complain((error as Error).message);
    throw error;
  }
}

function complain(text: string): number {
  printError(`orrery serve: ${text}\n`);
  return exitCodes.invalid;
}

/** Open handles would keep the process from ending. */
async function orClose<T>(listening: Listening, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    await listening.close();
    throw error;
  }
}

interface Running {
  /** Resolves with the exit code when a signal arrives, or the simulation cannot continue. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

async function start(options: ServeOptions): Promise<Running> {
  survivePipes();
  checkCombination(options);
  const scenario = await scenarioOf(options);
  const identity = await identityOf(options);
  const { token, authority } = identity;
  const startMs = startTime(options.clockStart, options.clock, scenario?.startMs);
  const admission = admissionWithout(options.disableAdmissionPlugins);
  const wantsAccounts = admission.some(({ name }) => name === 'ServiceAccount');
  const address = advertisedAddress(options);
  const apiEndpoint = () => ({ address, port: listening.port, clusterIp: kubernetesIp });
  const simulator = new Simulator({
    seed: options.seed,
    startMs: startMs ?? machineTime(),
    controllers: chosenControllers(options.controllers, allControllers, scenario?.controllers),
    apiServerControllers: [kubernetesService(apiEndpoint)],
    admission,
    webhookAddresses: [
      ...webhookAddresses(options.webhookAddress),
      ...(scenario?.webhookAddresses ?? []),
    ],
    authorization: authorizationMode(options.authorization) ?? scenario?.authorization,
    onWebhookCall: (): Release => pacer.standStill(),
    pool: options.pool,
    metricsIntervalMs: options.metricsInterval ?? scenario?.metricsIntervalMs,
    features: { ...scenario?.featureGates, ...gatesOf(options) },
    kubeletEvents: options.kubeletEvents ?? scenario?.kubeletEvents,
    objects: scenario?.objects ?? [],
    window: historyWindow(options.history),
    rootCa: authority?.cert,
    authority,
  });
  const pacer: Pacer = new Pacer(simulator.clock, { pace: options.clock });
  const stopping = new AbortController();
  const defects = new DefectLog(printError);
  const app = makeApp(options, simulator, pacer, {
    identity,
    address: () => new URL(url).host,
    stopping,
    defects,
  });
  const tls = authority && {
    ...makeServing(authority, certifiedNames(options), machineTime()),
    clientAuthority: authority.cert,
  };
  const { address: host, port } = options;
  const listening = await listen(app, { host, port, tls, timers: machineTimers() });
  const url = urlOf(host, listening.port, options.http);
  const access = { url, token, certificate: authority?.cert };
  const kubeconfig = await orClose(listening, () => writeKubeconfig(access, options.kubeconfig));
  // However the process ends, the token must not remain on disk.
  process.once('exit', () => kubeconfig.remove());
  // The time of the start must not remain as a lag behind the wall clock.
  if (startMs === undefined) await simulator.clock.advanceTo(machineTime());
  const unguard = defects.guardProcess();
  const ended = untilEnd(pacer);
  await simulator.start();
  await addNodes(simulator, options.nodes ?? (scenario === undefined ? 1 : 0));
  // Clients find the objects of the start as soon as they know the server.
  // If that fails, the pacer has failed too, and reports it.
  await simulator.clock.advanceBy(0).catch(() => undefined);
  announce({
    url,
    kubeconfig: kubeconfig.path,
    isTokenUnsent: options.http && !options.httpAdmin,
    isWithoutAccounts: wantsAccounts && !simulator.running.includes('serviceaccount'),
  });
  if (scenario !== undefined) await play(scenario, simulator, options.seed);
  const stopHousekeeping = await startHousekeepingIfAsked(options, simulator);
  return {
    ended,
    async stop() {
      stopping.abort(new ApiError(503, 'ServiceUnavailable', 'the server is stopping'));
      // A second signal ends the process immediately.
      kubeconfig.remove();
      stopHousekeeping();
      await listening.close();
      await pacer.stop();
      simulator.stop();
      unguard();
    },
  };
}

function gatesOf({ featureGates: text, seedStrict }: ServeOptions): Record<string, boolean> {
  return { ...parseGates(text), SeedStrict: seedStrict };
}

/** Drives the clock, and waits for a reason to stop. */
function untilEnd(pacer: Pacer): Promise<number> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      printError(`${error instanceof Error ? error.message : String(error)}\n`);
      resolve(exitCodes.didNotSettle);
    };
    pacer.start(fail);
    void untilSignal().then(() => resolve(exitCodes.ok));
  });
}

async function addNodes(simulator: Simulator, count: number): Promise<void> {
  const client = simulator.clients.as({ actor: 'simulator', note: 'start' });
  for (let number = 1; number <= count; number++) {
    const name = `node-${number}`;
    const labels = { 'kubernetes.io/hostname': name };
    await client.create(node, { metadata: { name, labels }, spec: {} });
  }
}

/** @throws {ScenarioError} @throws {UsageError} */
async function scenarioOf({
  scenario,
  set,
  allowOutside,
}: ServeOptions): Promise<Scenario | undefined> {
  if (scenario === undefined) return undefined;
  const { theScenario } = await import('../the-scenario.ts');
  const { scenarioInput } = await import('../scenario-input.ts');
  return theScenario(await scenarioInput(scenario), new KindRegistry(kinds), { set, allowOutside });
}

async function play(scenario: Scenario, simulator: Simulator, seed: number): Promise<void> {
  const { Player } = await import('#scenario');
  const { clock, clients, kinds: known } = simulator;
  const player = new Player({
    scenario,
    clock,
    clients,
    kinds: known,
    machinery: simulator,
    seed,
    onStep: ({ step }) => printText(`${step.note ?? step.summary}\n`),
  });
  await player.start();
}

async function startHousekeepingIfAsked(
  options: ServeOptions,
  { store }: Simulator,
): Promise<() => void> {
  const { compaction, replay } = options;
  if (compaction === undefined && replay === undefined) return () => undefined;
  const { startHousekeeping } = await import('./housekeeping.ts');
  return startHousekeeping({ store, compaction, replay });
}

/** The reader of the output may close it: the server keeps running. */
function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error').on('error', () => undefined);
  }
}
