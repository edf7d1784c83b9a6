/** What recorded requests are played to: the API alone, where nothing writes by itself. */
import { ApiServer } from '#api';
import { directClient, InProcessClients } from '#client';
import { webhookCaller } from '#webhooks';
import { machineTimers, Random, VirtualClock } from '#clock';
import { customResourceDefinitions, kubernetesService, serverIdentity } from '#controllers';
import { defaultProfile, namespace, profileOf, withGates } from '#kinds';
import { parseTime } from '#values';
import { ControllerManager } from '#runtime';
import { admin, createServerApp, listen, Tokens } from '#server';
import { MemoryStore } from '#store';

export interface BareServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface BareServerOptions {
  /** The release that it behaves as: the minor of Kubernetes 1. */
  readonly minor: number;
  /** Feature gates that differ from the defaults of the release. */
  readonly features: Readonly<Record<string, boolean>>;
  /** Whether what was written at the start is forgotten already. */
  readonly isCompacted: boolean;
}

/** Of an administrator, and of one who may do next to nothing. */
export const tokens = { admin: 'admintoken', user: 'usertoken' } as const;

const endpoint = { addresses: ['192.0.2.1'], port: 6443, clusterIp: '10.96.0.1' };
const start = parseTime('2026-11-20T20:00:00Z');
const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Listens on a free port of this machine, without TLS. */
export async function startBareServer(options: BareServerOptions): Promise<BareServer> {
  const clock = new VirtualClock({ start });
  const store = new MemoryStore({ clock, freeze: true });
  const profile = withGates(profileOf(options.minor), options.features);
  const random = new Random(1);
  const api = new ApiServer({
    store,
    clock,
    random,
    profile,
    authorization: 'rbac',
    callWebhook: webhookCaller(),
  });
  const client = directClient(api, { origin: { actor: 'conformance' } });
  for (const name of namespaces) {
    await client.create(namespace, { metadata: { name } });
  }
  await api.prepareAuthorization();
  // Nothing else writes by itself: that is the API server's own work.
  const clients = new InProcessClients({ api, clock });
  const manager = new ControllerManager({ clock, clients, random, profile });
  void api.whenDefined().then(() => manager.start([customResourceDefinitions]));
  // The recorded servers of later releases had begun with objects about themselves.
  const isLater = profile.minor !== defaultProfile.minor;
  if (isLater) {
    await manager.start([
      kubernetesService(() => endpoint),
      serverIdentity(() => '192.0.2.1:6443'),
    ]);
    await clock.advanceBy(0);
  }
  if (options.isCompacted) await store.compact(store.revision());
  const known = new Tokens();
  known.add(tokens.admin, { ...admin, uid: '1' });
  known.add(tokens.user, { name: 'jane', groups: ['dev'], ...(isLater && { uid: '2' }) });
  const timers = machineTimers();
  const app = createServerApp({
    api,
    now: () => clock.now(),
    tokens: known,
    anonymous: true,
    timers,
    issuers: isLater ? ['https://kubernetes.default.svc'] : undefined,
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
  return {
    url: `http://127.0.0.1:${listening.port}`,
    async close() {
      await listening.close();
      manager.stop();
      store.close();
    },
  };
}
