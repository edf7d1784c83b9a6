/** What the options of `orrery serve` mean, checked before anything starts. */
import { KindRegistry, missingKinds } from '#catalog';
import { pluginsWithout, type AdmissionPlugin } from '#api';
import { machineTime, type Millis, type Pace } from '#clock';
import { readRaces, type Races } from '#faults';
import {
  authorizationModes,
  gateNames,
  readGates,
  readRuntimeConfig,
  readWebhookAddress,
  type AuthorizationMode,
  type Profile,
  type WebhookAddress,
  withGates,
  withRuntimeConfig,
} from '#kinds';
import { parseTime } from '#values';
import { chooseControllers, type ControllerDefinition } from '#runtime';
import { readTextOnce } from '#machine';
import { readTokenFile } from '#server';
import type { HistoryWindow } from '#store';
import { historyBytes } from '../history-size.ts';
import type { ServeOptions } from './options.ts';

/** An invalid option; with its name and what would be right. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Returns the controllers of a comma-separated list, in their own order; for `all`, those of the
 * scenario.
 * @throws {SettingsError}
 */
export function chosenControllers(
  list: string,
  all: readonly ControllerDefinition[],
  profile: Profile,
  ofScenario: readonly string[] = [],
): readonly ControllerDefinition[] {
  if (list === 'none') return [];
  try {
    return chooseControllers(
      list === 'all' ? ofScenario : partsOf(list),
      all,
      new KindRegistry(profile),
    );
  } catch (error) {
    throw new SettingsError(`controllers: ${(error as Error).message}`);
  }
}

type SomeOptions = Pick<ServeOptions, 'http' | 'httpAdmin'> & Partial<ServeOptions>;

/** @throws {SettingsError} for options that require or exclude other options */
export function checkCombination(options: SomeOptions): void {
  if (options.httpAdmin && !options.http) {
    throw new SettingsError('--http-admin: only with --http; over TLS clients send their tokens');
  }
  checkTls(options);
  if (options.etcd !== undefined) checkWithEtcd(options);
  else checkWithoutEtcd(options);
}

function checkTls(options: SomeOptions): void {
  const { http, tlsCertFile: cert, tlsPrivateKeyFile: key, certDir, clientCaFile } = options;
  const input = {
    '--tls-cert-file': cert,
    '--tls-private-key-file': key,
    '--cert-dir': certDir,
    '--client-ca-file': clientCaFile,
  };
  for (const [option, value] of Object.entries(input)) {
    if (http && value !== undefined) throw new SettingsError(`${option}: leave it out with --http`);
  }
  if (cert !== undefined && key === undefined) {
    throw new SettingsError('--tls-cert-file: needs --tls-private-key-file');
  }
  if (cert === undefined && key !== undefined) {
    throw new SettingsError('--tls-private-key-file: needs --tls-cert-file');
  }
}

const clockOfEtcd = "leave it out with --etcd: the clock of its servers is the machine's";

function checkWithEtcd(options: SomeOptions): void {
  const { data, clock, clockStart, scenario, compaction, storageLimit } = options;
  if (options.serviceClusterIpRange !== undefined) {
    throw new SettingsError('--service-cluster-ip-range: leave it out with --etcd');
  }
  if (data !== undefined)
    throw new SettingsError('--data: leave it out with --etcd, which keeps everything');
  if (clock !== 1) throw new SettingsError(`--clock: ${clockOfEtcd}`);
  if (clockStart !== undefined) throw new SettingsError(`--clock-start: ${clockOfEtcd}`);
  if (scenario !== undefined) {
    throw new SettingsError(
      '--scenario: leave it out with --etcd: its times would be those of one server',
    );
  }
  if (storageLimit !== undefined) {
    throw new SettingsError('--storage-limit: leave it out with --etcd, which has a quota');
  }
  if (compaction !== undefined) {
    throw new SettingsError('--compaction: with --etcd it is --etcd-compaction');
  }
}

function checkWithoutEtcd(options: SomeOptions): void {
  const { etcdCafile, etcdCertfile, etcdKeyfile, etcdUser, etcdPasswordFile, eventTtl } = options;
  const needing = {
    ...{
      '--etcd-cafile': etcdCafile,
      '--etcd-certfile': etcdCertfile,
      '--etcd-keyfile': etcdKeyfile,
    },
    ...{
      '--etcd-user': etcdUser,
      '--etcd-password-file': etcdPasswordFile,
      '--event-ttl': eventTtl,
    },
  };
  for (const [option, value] of Object.entries(needing)) {
    if (value !== undefined) throw new SettingsError(`${option}: only with --etcd`);
  }
}

/** @throws {SettingsError} for nodes of the command line beside those of a scenario: their names would be the same */
export function checkNodes(
  ofCommand: number | undefined,
  ofScenario: readonly unknown[] = [],
): void {
  if (ofCommand === undefined || ofScenario.length === 0) return;
  throw new SettingsError('--nodes: leave it out, the scenario has nodes of its own');
}

/** `A,B` @throws {SettingsError} */
export function admissionWithout(list: string): readonly AdmissionPlugin[] {
  try {
    return pluginsWithout(partsOf(list));
  } catch (error) {
    throw new SettingsError(`--disable-admission-plugins: ${(error as Error).message}`);
  }
}

/** @throws {SettingsError} */
export function authorizationMode(text: string | undefined): AuthorizationMode | undefined {
  const mode = authorizationModes.find((each) => each === text);
  if (mode !== undefined || text === undefined) return mode;
  const known = authorizationModes.join(', ');
  throw new SettingsError(`--authorization: unknown mode "${text}"; there are ${known}`);
}

/** @throws {SettingsError} */
export function webhookAddresses(texts: readonly string[]): readonly WebhookAddress[] {
  try {
    return texts.map(readWebhookAddress);
  } catch (error) {
    throw new SettingsError(`--webhook-address: ${(error as Error).message}`);
  }
}

/** @throws {SettingsError} */
export function racesAsked(text: string | undefined): Races | undefined {
  if (text === undefined) return undefined;
  try {
    return readRaces(text);
  } catch (error) {
    throw new SettingsError(`--races: ${(error as Error).message}`);
  }
}

/** Gates that differ from the defaults of a release: `A=true,B=false`. @throws {SettingsError} */
export function parseGates(text: string, profile: Profile): Readonly<Record<string, boolean>> {
  try {
    const overrides = readGates(text);
    withGates(profile, overrides);
    return overrides;
  } catch (error) {
    throw new SettingsError(`--feature-gates: ${(error as Error).message}`);
  }
}

/** Returns the profile with what it is to serve otherwise. @throws {SettingsError} */
export function servingAs(
  profile: Profile,
  { runtimeConfig = '' }: Pick<ServeOptions, 'runtimeConfig'>,
): Profile {
  try {
    return withRuntimeConfig(profile, readRuntimeConfig(runtimeConfig));
  } catch (error) {
    throw new SettingsError(`--runtime-config: ${(error as Error).message}`);
  }
}

/** Returns a line about what is to be served, and that ours does not have; undefined where it has all. */
export function missingText(profile: Profile): string | undefined {
  const missing = missingKinds(profile);
  if (missing.length === 0) return undefined;
  const names = missing.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).join(', ');
  return `--runtime-config: accepted, and not served here: ${names}`;
}

/** Returns a line about gates that are set without any effect here; undefined where all have one. */
export function idleGatesText(gates: Readonly<Record<string, boolean>>): string | undefined {
  const known = new Set([...gateNames, 'AllAlpha', 'AllBeta']);
  const idle = Object.keys(gates).filter((gate) => !known.has(gate));
  if (idle.length === 0) return undefined;
  return `--feature-gates: accepted, and without effect here: ${idle.join(', ')}`;
}

/** How many past versions a server keeps for lists and watches that continue from one. */
const REVISIONS = 100_000;

/** Their share of the heap: unread changes may need as much, and current objects the rest. */
const SHARE_OF_HEAP = 1 / 8;

/** Returns the limits of the history; `mib` is the option's value. */
export function historyWindow(mib: number | undefined): HistoryWindow {
  return { revisions: REVISIONS, bytes: historyBytes(mib, SHARE_OF_HEAP) };
}

/** Beside them there is room for the history, and for requests. */
const STORED_SHARE_OF_HEAP = 1 / 2;

/** Bytes that objects may take; `mib` is the option's value. */
export function storageBytes(mib: number | undefined): number {
  return historyBytes(mib, STORED_SHARE_OF_HEAP);
}

/** The start of virtual time when it is not the wall's. */
const SIMULATED_START = '2026-01-01T00:00:00Z';

/** Virtual time at the start; undefined: the wall's time when serving begins. @throws {SettingsError} */
export function startTime(
  text: string | undefined,
  pace: Pace,
  ofScenario: Millis | undefined,
): Millis | undefined {
  if (text === undefined) {
    if (ofScenario !== undefined) return ofScenario;
    return pace === 1 ? undefined : parseTime(SIMULATED_START);
  }
  if (text === 'now') return machineTime();
  try {
    return parseTime(text);
  } catch (error) {
    throw new SettingsError(`--clock-start: ${(error as Error).message}`);
  }
}

/** Larger token files are a mistake. */
const MOST_BYTES = 16_777_216;

/** @throws {SettingsError} */
export function tokensOf(file: string | undefined): ReturnType<typeof readTokenFile> {
  if (file === undefined) return [];
  try {
    return readTokenFile(readTextOnce(file, MOST_BYTES, 'token'));
  } catch (error) {
    throw new SettingsError(`--token-auth-file ${file}: ${(error as Error).message}`);
  }
}

/** Returns the non-empty parts of a comma-separated list. */
function partsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
