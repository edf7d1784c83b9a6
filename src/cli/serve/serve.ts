/** `orrery serve`: the API for external clients, with a simulated cluster behind it. */
import { defaultProfile, LostFieldsLog, warningTexts, type Profile } from '#kinds';
import { join } from 'node:path';
import {
  controllers as allControllers,
  kubernetesService,
  serverIdentity,
  type ApiEndpoint,
} from '#controllers';
import { machineTime, machineTimers } from '#clock';
import type { Data } from '#durable';
import { ApiError } from '#values';
import { KindRegistry } from '#catalog';
import type { Simulator } from '#simulator';
import type { Scenario } from '#scenario';
import { listen, servingTls, type Listening } from '#server';
import { exitCodes } from '../exit-codes.ts';
import { printData, printError, printText } from '../output.ts';
import { checkContinued, writerOf, type Stored } from '../continued-release.ts';
import { askedRelease } from '../release.ts';
import { advertisedAddress, certifiedNames, kubernetesIp, urlOf } from './addresses.ts';
import { announce, ReadyFile } from './announce.ts';
import type { ClusterPlan } from './cluster.ts';
import { DefectLog } from './defects.ts';
import { ClusterHost } from './host.ts';
import type { Housekeeping } from './housekeeping.ts';
import { proxyCertificate, trustController } from './front-proxy.ts';
import { clientAuthoritiesOf, identityOf, shownBy, trustedOf, type Identity } from './identity.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { OnEtcd } from './on-etcd.ts';
import { servePage } from './page.ts';
import { appParts, type AppParts } from './make-app.ts';
import { EarlyPort } from './early-port.ts';
import type { ServeOptions } from './options.ts';
import { Programs } from './programs.ts';
import {
  admissionWithout,
  authorizationMode,
  checkCombination,
  checkNodes,
  chosenControllers,
  historyWindow,
  idleGatesText,
  missingText,
  parseGates,
  racesAsked,
  servingAs,
  SettingsError,
  startTime,
  storageBytes,
  webhookAddresses,
} from './settings.ts';
import { untilSignal } from '../signals.ts';
import { keepObjectsYoung } from './young-objects.ts';

/**
 * Serves until a signal stops it; resolves with the exit code.
 *
 * @param port where clients wait already
 */
export async function serve(
  options: ServeOptions,
  port = new EarlyPort(options.address, options.port),
): Promise<number> {
  try {
    const running = await start(options, port);
    const code = await running.ended;
    await running.stop();
    return code;
  } catch (error) {
    if (error instanceof SettingsError) return complain(error.message);
    if ((error as Error).name === 'DataError') return complain((error as Error).message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return complain(`port ${options.port} is in use`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return complain((error as Error).message);
    throw error;
  } finally {
    port.close();
  }
}

function complain(text: string): number {
  printError(`orrery serve: ${text}\n`);
  return exitCodes.invalid;
}

/** Open handles would keep the process from ending. */
async function orClose<T>(listening: Listening, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
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

async function start(requested: ServeOptions, port: EarlyPort): Promise<Running> {
  survivePipes();
  keepObjectsYoung();
  checkCombination(requested);
  const ending = new Ending();
  const data = await dataOf(requested, ending.fail);
  const { tlsDir = requested.data && join(requested.data, 'tls') } = requested;
  const options = { ...requested, ...(tlsDir !== undefined && !requested.http && { tlsDir }) };
  try {
    const running = await startWith(options, port, data, ending);
    return { ...running, stop: () => stopBoth(running, data) };
  } catch (error) {
    await data?.close();
    throw error;
  }
}

/** Its data too, however the server stops. */
async function stopBoth(running: Running, data: Data | undefined): Promise<void> {
  try {
    await running.stop();
  } finally {
    await data?.close();
  }
}

async function etcdOf(options: ServeOptions, address: string): Promise<OnEtcd | undefined> {
  if (options.etcd === undefined) return undefined;
  const { openEtcd } = await import('./on-etcd.ts');
  return openEtcd(options, address);
}

/** @throws {DataError} */
async function dataOf(
  { data: folder, durability, compactAfter }: ServeOptions,
  onFailure: (error: Error) => void,
): Promise<Data | undefined> {
  if (folder === undefined) return undefined;
  const { openData } = await import('#durable');
  const data = await openData(folder, {
    ...{ durability, turn: machineTimers().turn, onFailure },
    onWait: (text) => printError(`orrery serve: ${text}\n`),
    compactBytes: compactAfter * 1024 * 1024,
  });
  if (data.dropped > 0) {
    printError(
      `orrery serve: ${folder}: ${data.dropped} bytes of a write that was not acknowledged are dropped\n`,
    );
  }
  return data;
}

/** Returns what a folder held before this start; undefined for nothing. */
function keptBy({ data: place = '' }: ServeOptions, data: Data | undefined): Stored | undefined {
  return data === undefined || data.isEmpty
    ? undefined
    : { place, release: data.releases.at(-1)?.name };
}

async function startWith(
  options: ServeOptions,
  early: EarlyPort,
  data: Data | undefined,
  ending: Ending,
): Promise<Running> {
  const existing = keptBy(options, data);
  const usual = servingAs(
    askedRelease(options) ?? (existing ? writerOf(existing) : defaultProfile),
    options,
  );
  const scenario = await scenarioOf(options, usual);
  checkNodes(options.nodes, scenario?.nodes);
  const keepHouse = await housekeepingIfAsked(options);
  const identity = await identityOf(options);
  const { token, authority } = identity;
  const readyFile = options.readyFile === undefined ? undefined : new ReadyFile(options.readyFile);
  process.once('exit', () => readyFile?.remove());
  const defects = new DefectLog(printError);
  const advertised = advertisedAddress(options);
  const onEtcd = await etcdOf(options, advertised);
  const profile = onEtcd?.profile ?? scenario?.profile ?? usual;
  const missing = missingText(profile);
  if (missing !== undefined) printError(`orrery serve: ${missing}\n`);
  if (existing && options.forceVersion !== true) checkContinued(existing, profile);
  const parts = appParts(options, identity, {
    address: () => new URL(url).host,
    defects,
    programs: new Programs([
      ...webhookAddresses(options.webhookAddress),
      ...(scenario?.webhookAddresses ?? []),
    ]),
  });
  const plan = {
    ...planOf({ options, profile, scenario, identity, parts }, () => ({
      addresses: [...new Set([advertised, ...(onEtcd?.addresses ?? [])])].sort(),
      port: listening.port,
      clusterIp: kubernetesIp(options.serviceClusterIpRange),
    })),
    data,
    onEtcd,
  };
  const host = new ClusterHost(plan, ending.fail);
  const tls =
    authority && servingTls(shownBy(identity, authority), certifiedNames(options), machineTime);
  const { address, port } = options;
  const listening = await listen(host.app, {
    ...{ host: address, port, tls, timers: machineTimers() },
    open: (server) => early.giveTo(server),
  });
  const url = urlOf(address, listening.port, options.http);
  const access = { url, token, certificate: trustedOf(identity) };
  const kubeconfig = await orClose(listening, () => writeKubeconfig(access, options.kubeconfig));
  // However the process ends, the token must not remain on disk.
  process.once('exit', () => kubeconfig.remove());
  const unguard = defects.guardProcess();
  await host.begin();
  const page = await orClose(listening, () =>
    servePage(options, host, parts.tokens, kubeconfig.path),
  );
  const announced = {
    page: page?.address,
    url,
    release: `v1.${profile.minor}`,
    port: listening.port,
    kubeconfig: kubeconfig.path,
    isTokenUnsent: options.http && !options.httpAdmin,
    isWithoutAccounts:
      plan.simulator.admission!.some(({ name }) => name === 'ServiceAccount') &&
      !plan.simulator.controllers.some(({ name }) => name === 'serviceaccount'),
  };
  await orClose(listening, () =>
    readyFile?.write(announced, { token, certificate: access.certificate, page: page?.address }),
  );
  announce(announced, options.output);
  await host.play();
  // Before most clients write, and behind the first request.
  machineTimers().after(checksAfterMs, () => void loadRest(host.simulator));
  const stopHousekeeping = keepHouse(() => host.simulator.store);
  return {
    ended: ending.code,
    async stop() {
      // A second signal ends the process immediately.
      kubeconfig.remove();
      readyFile?.remove();
      stopHousekeeping();
      await page?.close();
      await onEtcd?.leave();
      const reason = new ApiError(503, 'ServiceUnavailable', 'the server is stopping');
      await host.end(reason, () => listening.close());
      onEtcd?.close();
      unguard();
    },
  };
}

async function loadRest(simulator: Simulator): Promise<void> {
  await simulator.loadChecks();
  await warningTexts.load();
}

/** When what checks objects is loaded, of which a server that begins needs none. */
const checksAfterMs = 10;

/** What a plan is made of. */
interface PlanInput {
  readonly options: ServeOptions;
  readonly profile: Profile;
  readonly scenario: Scenario | undefined;
  readonly identity: Identity;
  readonly parts: AppParts;
}

/** Returns what the options and the scenario say. @throws {SettingsError} */
function planOf(
  { options, profile, scenario, identity, parts }: PlanInput,
  endpoint: Parameters<typeof kubernetesService>[0],
): ClusterPlan {
  const { authority, proxyAuthority } = identity;
  return {
    ...{ options, scenario, parts },
    onStep: (text) => {
      if (options.output === 'json') printData(`${JSON.stringify({ step: text })}\n`);
      else printText(`${text}\n`);
    },
    startMs: startTime(options.clockStart, options.clock, scenario?.startMs),
    simulator: {
      profile,
      controllers: chosenControllers(
        options.controllers,
        allControllers,
        profile,
        scenario?.controllers,
      ),
      apiServerControllers: [
        kubernetesService(endpoint),
        serverIdentity(() => peerOf(endpoint())),
        ...trustController({ clientAuthority: clientAuthoritiesOf(identity), proxyAuthority }),
      ],
      proxyCertificate: proxyCertificate(identity),
      admission: admissionWithout(options.disableAdmissionPlugins),
      webhookAddresses: parts.programs.addresses,
      serviceIpRange: options.serviceClusterIpRange,
      authorization: authorizationMode(options.authorization) ?? scenario?.authorization,
      controllerAccounts: options.useServiceAccountCredentials ?? scenario?.controllerAccounts,
      podsPerObject: options.podsPerObject ?? scenario?.podsPerObject,
      races: racesAsked(options.races) ?? scenario?.races,
      pool: options.pool,
      idleMetrics: options.idleMetrics,
      metricsIntervalMs: options.metricsInterval ?? scenario?.metricsIntervalMs,
      features: { ...scenario?.featureGates, ...gatesOf(options, profile) },
      lost: new LostFieldsLog(
        (text) => printError(`orrery serve: ${text}\n`),
        (gate) => `--feature-gates ${gate}=true`,
      ),
      kubeletEvents: options.kubeletEvents ?? scenario?.kubeletEvents,
      window: historyWindow(options.history),
      storageBytes: storageBytes(options.storageLimit),
      rootCa: trustedOf(identity),
      authority,
    },
  };
}

function peerOf({ addresses: [address = ''], port }: ApiEndpoint): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function gatesOf(
  { featureGates: text, seedStrict }: ServeOptions,
  profile: Profile,
): Record<string, boolean> {
  const gates = parseGates(text, profile);
  const idle = idleGatesText(gates);
  if (idle !== undefined) printError(`orrery serve: ${idle}\n`);
  return { ...gates, SeedStrict: seedStrict };
}

/** Waits for a reason to stop. */
class Ending {
  /** Resolves with the exit code. */
  readonly code: Promise<number>;
  /** Virtual time cannot continue. */
  fail: (error: unknown) => void = () => undefined;

  constructor() {
    this.code = new Promise((resolve) => {
      this.fail = (error) => {
        printError(`${error instanceof Error ? error.message : String(error)}\n`);
        resolve(exitCodes.didNotSettle);
      };
      void untilSignal().then(() => resolve(exitCodes.ok));
    });
  }
}

/** @throws {ScenarioError} @throws {UsageError} */
async function scenarioOf(options: ServeOptions, usual: Profile): Promise<Scenario | undefined> {
  const { scenario, set, allowOutside } = options;
  const release = askedRelease(options);
  if (scenario === undefined) return undefined;
  const { theScenario } = await import('../the-scenario.ts');
  const { scenarioInput } = await import('../scenario-input.ts');
  return theScenario(await scenarioInput(scenario), new KindRegistry(usual), {
    set,
    allowOutside,
    release,
  });
}

/** @throws {SettingsError} */
async function housekeepingIfAsked(options: ServeOptions): Promise<Housekeeping> {
  const { compaction, replay } = options;
  if (compaction === undefined && replay === undefined) return () => () => undefined;
  const { housekeepingOf } = await import('./housekeeping.ts');
  return housekeepingOf(options);
}

/** The reader of the output may close it: the server keeps running. */
function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error').on('error', () => undefined);
  }
}
