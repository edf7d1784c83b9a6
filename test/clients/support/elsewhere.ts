/**
 * A server elsewhere, as `orrery serve --controllers none` is one: without our own groups, and with
 * kinds that no controller of ours knows.
 */
import { machineTime, machineTimers, Pacer } from '#clock';
import { configMap, node, type Kind } from '#kinds';
import type { ConfigMap } from '#types';
import type { Client } from '#runtime';
import { admin, createServerApp, listen, Tokens } from '#server';
import { Simulator } from '#simulator';

export const token = 'secret-of-the-administrator';

/** A kind that only this server knows. */
export const widget: Kind<ConfigMap> = {
  ...configMap,
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  names: { shortNames: [] },
};

export interface Elsewhere {
  readonly url: string;
  readonly client: Client;
  /** Whether the group of {@link widget} tells nothing of itself, as an API server behind does that is down. */
  hideWidgets(hidden: boolean): void;
  stop(): Promise<void>;
}

export async function serveElsewhere(): Promise<Elsewhere> {
  const simulator = new Simulator({ startMs: machineTime(), controllers: [] });
  const by = { origin: { actor: 'test' } };
  const aliases = simulator.kinds.all.filter(({ group }) => group === 'node.cluster.io');
  for (const kind of aliases) await simulator.api.remove(by, kind);
  simulator.api.register(widget);
  const tokens = new Tokens();
  tokens.add(token, admin);
  const pacer = new Pacer(simulator.clock, { pace: 1 });
  const timers = machineTimers();
  const app = createServerApp({
    api: simulator.api,
    now: () => pacer.present(),
    tokens,
    timers,
    arrive: () => pacer.catchUp(),
  });
  let isHidden = false;
  const listening = await listen(
    {
      ...app,
      handle: (req, res) => {
        if (!isHidden || req.url !== '/apis/example.com/v1') return app.handle(req, res);
        res.writeHead(503).end('service unavailable\n');
      },
      takesUpgrade: (req) => app.takesUpgrade(req),
      upgrade: (...upgrade) => app.upgrade(...upgrade),
      endWatches: () => app.endWatches(),
    },
    { host: '127.0.0.1', port: 0, timers },
  );
  pacer.start((error) => {
    throw error;
  });
  await simulator.start();
  const client = simulator.clients.as({ actor: 'test' });
  await client.create(node, { metadata: { name: 'node-1' }, spec: {} });
  return {
    url: `http://127.0.0.1:${listening.port}`,
    client,
    hideWidgets(hidden) {
      isHidden = hidden;
    },
    async stop() {
      await listening.close();
      await pacer.stop();
      simulator.stop();
    },
  };
}
