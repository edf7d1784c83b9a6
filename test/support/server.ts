/** A server of its own for every test: a bare API (no controllers) behind plain HTTP on a free port. */
import { remoteCaller, webhookCaller, type ProxyCertificate } from '#webhooks';
import { machineTimers, Random, VirtualClock, type Wall, type WallTimers } from '#clock';
import {
  namespace,
  type AuthorizationMode,
  type Kind,
  type WebhookAddress,
  defaultProfile,
  ofRelease,
  profileOf,
  withGates,
  withRuntimeConfig,
  type RuntimeConfig,
} from '#kinds';
import { isAlreadyExists } from '#values';
import { kindsOf } from '#catalog';
import {
  admin,
  createServerApp,
  listen,
  Tokens,
  type LoadRoutes,
  type Listening,
  type ServerAppOptions,
  type Tls,
  type Timeouts,
} from '#server';
import { MemoryStore } from '#store';
import { TestApi } from './test-api.ts';

export interface ServerRigOptions {
  readonly kinds?: readonly Kind[];
  /** Of Kubernetes 1. Default: the default release. */
  readonly minor?: number;
  readonly features?: Readonly<Record<string, boolean>>;
  /** What is served otherwise than by default. */
  readonly runtimeConfig?: RuntimeConfig;
  readonly anonymous?: boolean;
  readonly authorization?: AuthorizationMode;
  readonly port?: number;
  readonly routes?: LoadRoutes;
  readonly wall?: Wall;
  readonly queues?: ServerAppOptions['queues'];
  /** Virtual time at the start, ms. */
  readonly start?: number;
  readonly freeze?: boolean;
  readonly tls?: Tls;
  /** Default: the machine's. */
  readonly timers?: WallTimers;
  readonly timeouts?: Timeouts;
  readonly onDefect?: ServerAppOptions['onDefect'];
  readonly kept?: ServerAppOptions['awaitDurable'];
  readonly onRequest?: ServerAppOptions['onRequest'];
  readonly prefersJson?: boolean;
  /** Whatever else the server is given. */
  readonly app?: Partial<ServerAppOptions>;
  /** What stands for the Services of webhooks. */
  readonly webhookAddresses?: readonly WebhookAddress[];
  /** What it shows to other API servers. */
  readonly proxyCertificate?: ProxyCertificate | undefined;
}

export interface ServerRig {
  readonly url: string;
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly api: TestApi;
  readonly listening: Listening;
  close(): Promise<void>;
}

export const adminToken = 'admintoken';
export const userToken = 'usertoken';

/** 2026-11-20T20:00:00Z */
const defaultStart = 1_795_204_800_000;
const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

export async function serverRig(options: ServerRigOptions = {}): Promise<ServerRig> {
  const {
    minor = defaultProfile.minor,
    anonymous = true,
    port = 0,
    routes,
    wall,
    queues,
    tls,
    timers = machineTimers(),
  } = options;
  const clock = new VirtualClock({ start: options.start ?? defaultStart });
  const store = new MemoryStore({ clock, freeze: options.freeze ?? true });
  const profile = withRuntimeConfig(
    withGates(profileOf(minor), options.features),
    options.runtimeConfig ?? {},
  );
  const { authorization, kinds = kindsOf(profile) } = options;
  const random = new Random(1);
  const callWebhook = webhookCaller(options.webhookAddresses);
  const api = new TestApi({
    ...{ store, clock, random, profile, kinds },
    ...{ authorization, callWebhook },
    callRemote: remoteCaller(options.webhookAddresses, options.proxyCertificate),
  });
  for (const name of namespaces) await ensureNamespace(api, name);
  const tokens = new Tokens();
  tokens.add(adminToken, admin);
  tokens.add(userToken, { name: 'jane', groups: ['dev'] });
  const app = createServerApp({
    api,
    now: () => clock.now(),
    tokens,
    anonymous,
    timers,
    routes,
    wall,
    queues,
    onDefect: options.onDefect,
    awaitDurable: options.kept,
    onRequest: options.onRequest,
    prefersJson: options.prefersJson ?? false,
    ...options.app,
  });
  const listening = await listen(app, {
    host: '127.0.0.1',
    port,
    timers,
    tls,
    timeouts: options.timeouts,
  });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${listening.port}`,
    clock,
    store,
    api,
    listening,
    async close() {
      await listening.close();
      store.close();
    },
  };
}

async function ensureNamespace(api: TestApi, name: string): Promise<void> {
  try {
    const kind = ofRelease(namespace, api.kinds.profile.schemas);
    const own = api.kinds.servedAs(kind) as typeof kind | undefined;
    await api.create({ origin: { actor: 'test' } }, own ?? kind, { metadata: { name } });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
