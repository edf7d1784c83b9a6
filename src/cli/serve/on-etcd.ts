/** A cluster whose objects are in an etcd that several servers share: `--etcd`. */
import { KindRegistry } from '#catalog';
import { defaultProfile, type Profile } from '#kinds';
import { hostname } from 'node:os';
import { machineTime, machineTimers, makeSecret, VirtualClock, type Release } from '#clock';
import {
  Compactor,
  Etcd,
  EtcdStore,
  Leadership,
  MasterLeases,
  noteWriter,
  readWriter,
  type EtcdTls,
} from '#etcd';
import { ApiError } from '#values';
import { readTextFile } from '#machine';
import { protobufDecoder } from '#server';
import type { SharedStore, Simulator } from '#simulator';
import { printError } from '../output.ts';
import { checkContinued, writerOf } from '../continued-release.ts';
import { askedRelease } from '../release.ts';
import { UsageError } from '../usage-error.ts';
import type { ServeOptions } from './options.ts';
import { historyWindow, servingAs, SettingsError } from './settings.ts';

/** What a server has of the etcd that it shares. */
export interface OnEtcd extends SharedStore {
  /** The release that was asked for, or that wrote it last. */
  readonly profile: Profile;
  /** Other servers have begun the cluster before: what only its beginning has is not made again. */
  readonly isBegun: boolean;
  /** A cluster that real API servers began has none. */
  readonly hasNodes: boolean;
  /** Why etcd cannot be used at present; undefined: it can. */
  problem(): string | undefined;
  /** Called when a call to etcd begins, which may take long; what it returns is called when it ends. */
  onCall(begins: () => Release): void;
  /** Of all servers, real ones included, in order; none before it takes part. */
  readonly addresses: readonly string[];
  /** Takes part: the server leads when no other does. */
  join(simulator: Simulator, onFailure: (error: unknown) => void): void;
  /** Gives the lead away, if it has it. */
  leave(): Promise<void>;
  close(): void;
}

/** Certificates and passwords are small. In bytes. */
const largestFile = 1_048_576;

/**
 * @param address at which others reach this server
 * @throws {SettingsError} when etcd cannot be used @throws {UsageError} when a farther release wrote it
 */
export async function openEtcd(options: ServeOptions, address: string): Promise<OnEtcd> {
  const { etcd: urls = [], etcdPrefix: prefix, eventTtl: eventTtlMs } = options;
  const timers = machineTimers();
  const etcd = new Etcd({ urls, timers, tls: tlsOf(options), user: userOf(options) });
  const server = `${hostname()}_${makeSecret().slice(0, 8)}`;
  const clock = new VirtualClock({ start: machineTime() });
  const refuse = (error: unknown): never => {
    etcd.close();
    if (error instanceof UsageError) throw error;
    throw new SettingsError(`--etcd ${urls.join(',')}: ${messageOf(error)}`);
  };
  const profile = await chosenRelease(etcd, options).catch(refuse);
  const kinds = new KindRegistry(profile);
  const store = new EtcdStore({
    ...{ etcd, clock, timers, server, prefix, eventTtlMs },
    window: historyWindow(options.history),
    kinds,
    decodeProtobuf: await protobufDecoder(kinds),
    onBroken: (key, { message }) =>
      say(`${key} in etcd is not as expected, and left out: ${message}`),
  });
  await store.begin().catch(refuse);
  const everyMs = options.etcdCompaction;
  const onError = (error: unknown): void => say(`etcd was not compacted: ${messageOf(error)}`);
  const compactor = everyMs > 0 ? new Compactor({ etcd, timers, everyMs, onError }) : undefined;
  let leadership: Leadership | undefined;
  let masters: MasterLeases | undefined;
  return {
    ...{ clock, store, server, profile },
    isBegun: !store.isEmpty('namespaces'),
    hasNodes: !store.isEmpty('nodes'),
    onWrite: (listener) => store.onWrite(listener),
    onCall: (begins) => store.onCall(begins),
    problem: () => (store.isFollowing ? undefined : 'etcd cannot be reached'),
    get addresses() {
      return masters?.addresses ?? [];
    },
    join(simulator, onFailure) {
      masters = new MasterLeases({ etcd, timers, prefix: store.keyOf('masterleases/'), address });
      leadership = new Leadership({
        etcd,
        store,
        timers,
        server,
        ...leading(simulator, onFailure),
      });
    },
    async leave() {
      compactor?.stop();
      await Promise.all([leadership?.stop(), masters?.stop()]);
    },
    close: () => etcd.close(),
  };
}

/**
 * Returns the release that is asked for, else the one that wrote the etcd last, which says from now
 * on that this one does where it is newer. @throws {UsageError} where it may not continue what the
 * other wrote
 */
async function chosenRelease(etcd: Etcd, options: ServeOptions): Promise<Profile> {
  const release = await readWriter(etcd);
  const place = `--etcd ${(options.etcd ?? []).join(',')}`;
  const stored = release === undefined ? undefined : { place, release, isShared: true };
  const written = stored && writerOf(stored);
  const profile = servingAs(askedRelease(options) ?? written ?? defaultProfile, options);
  if (stored && options.forceVersion !== true) checkContinued(stored, profile);
  if (written === undefined || written.minor < profile.minor) {
    await noteWriter(etcd, `1.${profile.minor}`);
  }
  return profile;
}

/** Starts and stops what only the leader runs, one after the other. */
function leading(
  simulator: Simulator,
  onFailure: (error: unknown) => void,
): { onGain(): void; onLoss(): void } {
  let last = Promise.resolve();
  let leads = false;
  const begin = async (): Promise<void> => {
    if (!leads || simulator.store.isClosed) return;
    try {
      await simulator.lead();
    } catch (error) {
      // Without the lead, or without etcd, the start of a controller may fail; the next lead tries again.
      if (leads && !(error instanceof ApiError)) onFailure(error);
    }
  };
  return {
    onGain() {
      leads = true;
      say('this server leads');
      last = last.then(begin);
    },
    onLoss() {
      leads = false;
      say('this server does not lead any more');
      simulator.stopLeading();
      last = last.then(() => simulator.stopLeading());
    },
  };
}

function say(text: string): void {
  printError(`orrery serve: ${text}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws {SettingsError} */
function tlsOf({ etcdCafile, etcdCertfile, etcdKeyfile }: ServeOptions): EtcdTls | undefined {
  if ((etcdCertfile === undefined) !== (etcdKeyfile === undefined)) {
    throw new SettingsError('--etcd-certfile, --etcd-keyfile: one needs the other');
  }
  if (etcdCafile === undefined && etcdCertfile === undefined) return undefined;
  return {
    ca: fileOf('--etcd-cafile', etcdCafile),
    cert: fileOf('--etcd-certfile', etcdCertfile),
    key: fileOf('--etcd-keyfile', etcdKeyfile),
  };
}

/** @throws {SettingsError} */
function userOf({
  etcdUser: name,
  etcdPasswordFile: file,
}: ServeOptions): { name: string; password: string } | undefined {
  if ((name === undefined) !== (file === undefined)) {
    throw new SettingsError('--etcd-user, --etcd-password-file: one needs the other');
  }
  if (name === undefined) return undefined;
  return { name, password: fileOf('--etcd-password-file', file)!.trimEnd() };
}

function fileOf(option: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readTextFile(path, largestFile, 'PEM');
  } catch (error) {
    throw new SettingsError(`${option} ${path}: ${messageOf(error)}`);
  }
}
