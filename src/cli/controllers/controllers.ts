/** `orrery controllers`: the same controllers as clients of a remote server. */
import { controllers as allControllers, rootCaCertPublisher } from '#controllers';
import { AccountClients, RemoteClients, type AccountRef, type Connection } from '#remote';
import { machineTime, Random, WallClock } from '#clock';
import { type Profile, withGates } from '#kinds';
import type { Origin } from '#values';
import { accountOf, ControllerManager, messageOf, type ControllerManagerOptions } from '#runtime';
import { exitCodes } from '../exit-codes.ts';
import {
  Candidate,
  leaderSettings,
  PROGRAM,
  type LeaderFlags,
  type LeaderSettings,
} from './leader.ts';
import { serverFrom, type ServerOptions } from '../kubeconfig.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { askedRelease } from '../release.ts';
import { releaseOf } from '../server-release.ts';
import { nodeCount, runKubelets } from './kubelets.ts';
import { chosenControllers, parseGates } from '../serve/settings.ts';
import { printError, printText } from '../output.ts';
import { stopOnSignal } from '../signals.ts';

export interface ControllersOptions extends LeaderFlags, ServerOptions, ReleaseOptions {
  readonly only: string;
  readonly featureGates: string;
  readonly nodes?: string;
  readonly useServiceAccountCredentials?: boolean;
}

/** Runs until a signal stops it; resolves with the exit code. */
export async function runControllers(options: ControllersOptions): Promise<number> {
  let settings: Settings;
  try {
    settings = await settingsOf(options);
  } catch (error) {
    writeError((error as Error).message);
    return exitCodes.invalid;
  }
  const { connection, chosen, profile, election, nodes } = settings;
  const clock = new WallClock({ start: machineTime() });
  const clients =
    options.useServiceAccountCredentials === true
      ? new AccountClients(connection, profile, accountsOf(chosen), PROGRAM)
      : new RemoteClients(connection, profile);
  const random = new Random(machineTime());
  const rootCa = connection.authority?.toString();
  const common = { clock, clients, random, profile, onError: complain };
  const manager = new ControllerManager({ ...common, rootCa });
  const candidate =
    election && new Candidate({ clock, clients, settings: election, write, writeError });
  // While the server cannot be reached they do not start, but they can be stopped.
  const stop = stopOnSignal();
  const ended = clock.run(stop.signal).then(() => undefined);
  const works = workAsLeader(candidate, async () => {
    await manager.start(chosen);
    if (chosen.length > 0)
      write(`${chosen.map(({ name }) => name).join(', ')} at ${connection.url}`);
  });
  const kubelets = nodes === undefined ? undefined : startKubelets(nodes, common, connection.url);
  const why = await Promise.race([works, ended, ...(kubelets ? [kubelets.failure] : [])]);
  stop.abort();
  candidate?.stop();
  manager.stop();
  kubelets?.stop();
  clients.close();
  if (why === undefined) return exitCodes.ok;
  writeError(why);
  return exitCodes.lostLease;
}

/** Runs kubelets beside the controllers, without an election. `failure` resolves only when they cannot start. */
function startKubelets(count: number, options: ControllerManagerOptions, url: string) {
  const started = runKubelets(count, options);
  const failure = started.then(
    () => {
      write(`kubelets of ${count} nodes at ${url}`);
      return new Promise<never>(() => undefined);
    },
    (error: unknown) => `kubelets: ${messageOf(error)}`,
  );
  const stop = (): void => void started.then((manager) => manager.stop()).catch(() => undefined);
  return { failure, stop };
}

interface Settings {
  readonly connection: Connection;
  readonly chosen: typeof allControllers;
  readonly profile: Profile;
  /** Absent: the controllers run without an election. */
  readonly election: LeaderSettings | undefined;
  /** How many nodes there are to be; absent: no kubelets run. */
  readonly nodes: number | undefined;
}

/** @throws {Error} for options that make no sense together */
async function settingsOf(options: ControllersOptions): Promise<Settings> {
  const connection = serverFrom(options, process.env);
  const real = allControllers.filter(({ isPretend }) => isPretend !== true);
  const { only } = options;
  const profile = askedRelease(options) ?? (await releaseOf(connection));
  const chosen = only === 'all' ? real : chosenControllers(only, allControllers, profile);
  return {
    connection,
    chosen: connection.authority === undefined ? chosen.filter(publishesNoAuthority) : chosen,
    profile: withGates(profile, parseGates(options.featureGates, profile)),
    // Kubelets need no election: what does not run cannot lead.
    election: chosen.length === 0 ? undefined : leaderSettings(options),
    nodes: options.nodes === undefined ? undefined : nodeCount(options.nodes),
  };
}

/**
 * As v1.24's, ours publish the authority that they trust themselves. Without one there is nothing
 * to publish, and the published one must not be removed.
 */
function publishesNoAuthority(controller: (typeof allControllers)[number]): boolean {
  return controller !== rootCaCertPublisher;
}

/** Returns the service account that a reconcile acts as; informers and the election have none. */
function accountsOf(definitions: typeof allControllers) {
  const names = new Map(definitions.map((each) => [each.name, accountOf(each)]));
  return ({ reconcile }: Origin): AccountRef | undefined => {
    const name = reconcile && names.get(reconcile.controller);
    return name ? { namespace: 'kube-system', name } : undefined;
  };
}

/** Starts the work once it leads. Resolves with the reason when it loses the lease; else never. */
async function workAsLeader(
  candidate: Candidate | undefined,
  start: () => Promise<void>,
): Promise<string> {
  const never = new Promise<string>(() => undefined);
  if (candidate === undefined) {
    await start();
    return never;
  }
  if (!(await candidate.acquire())) return never;
  const lost = candidate.untilLost();
  // The lease can be lost while caches fill.
  await Promise.race([start(), lost]);
  return (await lost) ?? never;
}

function complain(actor: string, key: string, error: unknown): void {
  printError(`${actor} ${key}: ${messageOf(error)}\n`);
}

function write(text: string): void {
  printText(`${text}\n`);
}

function writeError(text: string): void {
  printError(`orrery controllers: ${text}\n`);
}
