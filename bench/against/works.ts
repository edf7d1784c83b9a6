/** What is measured in a process that has loaded the library of a checkout: works, by the kit and its controllers alone. */
import type { Kind } from '#kinds';
import type * as kit from '#kit';
import type { Client } from '#request';
import type { Pod } from '#types';
import { flipped, labels, spec } from '../support/pods.ts';

/** The library of a checkout, whose other versions have the same of what is used here. */
export type Library = typeof kit;
type Cluster = Awaited<ReturnType<Library['createCluster']>>;

/** Something that is done many times. */
export interface Work {
  readonly name: string;
  /** What one of its operations is. */
  readonly of: string;
  /** How many of them a run does. */
  readonly operations: number;
  /** Makes a fresh state, which is not measured. */
  readonly prepare: (library: Library) => Promise<Prepared>;
}

/** A work whose state is made. */
export interface Prepared {
  readonly run: () => Promise<unknown>;
  readonly end: () => Promise<void>;
}

const PODS = 1000;
const NODES = 100;
const MINUTES = 10;
const RENEWALS_A_MINUTE = 6;
const CLUSTERS = 5;

/** All of them, by the name that the command line has. */
export const works: readonly Work[] = [
  {
    name: 'create',
    of: 'creation of a pod by a controller',
    operations: PODS,
    prepare: (library) => writing(library, ({ client, pods }) => makePods(client, pods)),
  },
  {
    name: 'status',
    of: 'update of the status of a pod by a controller',
    operations: PODS,
    prepare: async (library) => {
      let latest: Pod[] = [];
      return writing(
        library,
        async ({ client, pods }) => {
          for (const [at, one] of latest.entries()) {
            latest[at] = await client.update(pods, flipped(one), { subresource: 'status' });
          }
        },
        async ({ client, pods }) => {
          latest = await makePods(client, pods);
        },
      );
    },
  },
  {
    name: 'patch',
    of: 'merge patch of a label of a pod by a controller',
    operations: PODS,
    prepare: async (library) =>
      writing(
        library,
        async ({ client, pods }) => {
          for (let at = 0; at < PODS; at++) await client.patch(pods, refOf(at), relabelling);
        },
        async ({ client, pods }) => {
          await makePods(client, pods);
        },
      ),
  },
  {
    name: 'heartbeat',
    of: `renewal of a lease by one of ${NODES} kubelets, with all controllers`,
    operations: NODES * MINUTES * RENEWALS_A_MINUTE,
    prepare: async ({ createCluster }) => {
      const cluster = await createCluster({ nodes: NODES });
      await cluster.advance('1m');
      return {
        run: () => cluster.advance(`${MINUTES}m`),
        end: () => cluster.dispose(),
      };
    },
  },
  {
    name: 'rollout',
    of: `pod of a Deployment of ${PODS} on ${NODES} nodes, until all are ready`,
    operations: PODS,
    prepare: async ({ createCluster }) => {
      const cluster = await createCluster({ nodes: NODES });
      return {
        run: async () => {
          await cluster.create(deployment);
          await cluster.until(async () => {
            const { status } = await cluster.get('Deployment', 'web');
            return status?.readyReplicas === PODS;
          });
        },
        end: () => cluster.dispose(),
      };
    },
  },
  {
    name: 'cluster',
    of: 'cluster of 3 nodes, created and disposed of',
    operations: CLUSTERS,
    prepare: ({ createCluster }) =>
      Promise.resolve({
        run: async () => {
          for (let at = 0; at < CLUSTERS; at++) {
            const cluster = await createCluster({ nodes: 3 });
            await cluster.dispose();
          }
        },
        end: () => Promise.resolve(),
      }),
  },
];

interface Writer {
  readonly client: Client;
  readonly pods: Kind<Pod>;
}

/** `run` makes as many writes as there are pods, by a controller, in a cluster where no other one runs. */
async function writing(
  library: Library,
  run: (writer: Writer) => Promise<unknown>,
  before?: (writer: Writer) => Promise<void>,
): Promise<Prepared> {
  const { cluster, client } = await clusterWithClient(library);
  const writer = { client, pods: library.kindOf('Pod') };
  await before?.(writer);
  return {
    run: () => run(writer),
    end: () => cluster.dispose(),
  };
}

async function clusterWithClient({
  createCluster,
  defineController,
}: Library): Promise<{ readonly cluster: Cluster; readonly client: Client }> {
  let found: Client | undefined;
  const writer = defineController({
    name: 'writer',
    start: (context) => {
      const queue = context.queue({
        workers: 1,
        reconcile: (_, { client }) => {
          found = client;
          return Promise.resolve();
        },
      });
      queue.add('any', { revision: 1 });
    },
  });
  const cluster = await createCluster({ controllers: 'none', run: [writer] });
  await cluster.settle();
  return { cluster, client: found! };
}

async function makePods(client: Client, pods: Kind<Pod>): Promise<Pod[]> {
  const made: Pod[] = [];
  for (let at = 0; at < PODS; at++) {
    made.push(await client.create(pods, { metadata: { ...refOf(at), labels }, spec }));
  }
  return made;
}

function refOf(at: number): { readonly namespace: string; readonly name: string } {
  return { namespace: 'default', name: `web-${at}` };
}

const relabelling = { type: 'merge', body: { metadata: { labels: { turn: 'a' } } } } as const;
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: PODS,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'app:1' }] } },
  },
};
