/** `/orrery/v1/snapshot` and `/orrery/v1/restore`: the state of a cluster, to continue from. */
import type { VirtualClock } from '#clock';
import { profileNamed, releaseName, upgradeProblem } from '#kinds';
import { badRequest } from '#values';
import type { KindRegistry } from '#catalog';
import type { ApiObject } from '#simulator';
import type { Store } from '#store';
import type { Host, State } from '../beginning.ts';
import { nowField, timeText } from './result.ts';
import { route, type ControlRoute } from './route.ts';
import { fields, list, optional, scalar } from '#forms';
import { number, text, time } from './forms.ts';

/** A snapshot comes back whole. In bytes. */
const largestSnapshot = 256 * 1024 * 1024;

/** Kinds that describe the past, or are recreated immediately. */
const leftOut = new Set(['Event', 'Lease']);

const objectShape = scalar({
  schema: { type: 'object', description: 'An object with uid and status.' },
  expected: 'an object with apiVersion, kind and metadata',
  parse(value) {
    const { apiVersion, kind, metadata } = (value ?? {}) as Readonly<Record<string, unknown>>;
    const isNamed = typeof apiVersion === 'string' && typeof kind === 'string';
    return isNamed && typeof metadata === 'object' && metadata !== null
      ? (value as ApiObject)
      : undefined;
  },
});

const seed = number({
  ...{ doc: 'The seed of the cluster.', min: 0 },
  ...{ max: Number.MAX_SAFE_INTEGER, isWhole: true },
});

const stateFields = {
  kubernetes: optional(
    text({ doc: 'The release that wrote it; without it, 1.24.', example: '1.34' }),
  ),
  time: time({ doc: 'Virtual time.' }),
  objects: list(objectShape, { doc: 'All objects but events and leases.' }),
};

const snapshotShape = fields({ ...stateFields, time: nowField, seed });

export interface StateRoutesOptions {
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly kinds: () => KindRegistry;
  readonly seed: number;
  readonly host: Host;
}

export function stateRoutes(options: StateRoutesOptions): readonly ControlRoute[] {
  const { clock } = options;
  return [
    route({
      method: 'GET',
      path: '/snapshot',
      summary: 'Read the state of the cluster, to restore it later.',
      description: 'The work of the present instant is finished first.',
      answer: snapshotShape,
      async handle() {
        await clock.settled();
        return {
          kubernetes: releaseName(options.kinds().profile),
          time: timeText(clock.now()),
          seed: options.seed,
          objects: objectsOf(options),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/restore',
      summary: 'Start a cluster that continues from a snapshot, in the place of this one.',
      description:
        'Otherwise it is as with /reset: the cluster has the release with which the server was started. Pods continue from their status.',
      body: fields({ ...stateFields, seed: optional(seed) }),
      largestBody: largestSnapshot,
      answer: fields({ seed }),
      handle: async ({ body }) => ({ seed: await restored(body, options) }),
    }),
  ];
}

function objectsOf({ store, kinds }: StateRoutesOptions): readonly ApiObject[] {
  const { past } = store;
  const registry = kinds();
  return [...past.buckets]
    .flatMap((bucket) => past.list(bucket, past.revision))
    .filter(({ kind, apiVersion }) => {
      return !leftOut.has(kind) && registry.byKind(apiVersion, kind)?.wire.readOnly !== true;
    });
}

interface Snapshot extends State {
  readonly kubernetes?: string;
  readonly seed?: number;
}

async function restored(
  { kubernetes, time, objects, seed }: Snapshot,
  { host }: StateRoutesOptions,
): Promise<number> {
  try {
    const problem = upgradeProblem(profileNamed(kubernetes), host.profile);
    if (problem !== undefined) throw new Error(problem);
    return await host.reset({ seed, state: { time, objects } });
  } catch (error) {
    // Whatever is wrong with the objects: the cluster of before is still there.
    throw badRequest(`the snapshot cannot be restored: ${(error as Error).message}`);
  }
}
