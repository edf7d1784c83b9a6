/** Objects at a moment: of a run, or of a running server. */
import { customResourceDefinition } from '#custom';
import { type Kind } from '#kinds';
import { withDefined } from '#catalog';
import type { CustomResourceDefinition } from '#types';
import type { KubeObject } from '#values';
import { kindNamed, momentOf, type Moment, profileAt } from '#record';
import { PastCluster } from '#runtime';
import { kindsIn } from './kinds.ts';
import { LivePast, type ObjectQuery } from './live.ts';
import { openPast, registry } from './open.ts';
import type { PastCommandOptions } from './options.ts';

/** The objects of one moment. */
export interface ObjectsThen {
  readonly moment: Moment;
  /** A kind by any of its names, those that the cluster's own definitions declare too. */
  kind(name: string): Kind | Promise<Kind>;
  /** Those of a kind, or the one of that name: none or one. */
  list(expected: ObjectQuery): readonly KubeObject[] | Promise<readonly KubeObject[]>;
}

/** Opens the run that the options name, or asks the running server. @throws {UsageError} */
export function objectsThen(options: PastCommandOptions): Promise<ObjectsThen> {
  const { run } = options;
  return run === undefined ? ofServer(options) : ofRun(run, options);
}

async function ofServer(options: PastCommandOptions): Promise<ObjectsThen> {
  const past = new LivePast(options);
  const moment = await past.moment(options.at);
  const list = (expected: ObjectQuery): Promise<readonly KubeObject[]> =>
    past.list(expected, moment.revision);
  const definitions = {
    kind: customResourceDefinition as unknown as Kind,
    namespace: undefined,
    name: undefined,
  };
  return {
    moment,
    kind: async (name) => {
      const known = registry.byName(name);
      if (known !== undefined) return known;
      const declared = (await list(definitions)) as readonly CustomResourceDefinition[];
      return kindNamed(name, withDefined(registry, declared));
    },
    list,
  };
}

async function ofRun(
  run: string,
  { seed, set, allowOutside, kubernetes, at }: PastCommandOptions,
): Promise<ObjectsThen> {
  const { head, past } = await openPast({ run, seed, set, allowOutside, kubernetes });
  const kinds = kindsIn({ head, past });
  const moment = momentOf(at, past, head);
  const { revision, time: now } = moment;
  const cluster = new PastCluster(past, { revision, now }, profileAt(head, revision));
  return {
    moment,
    kind: (name) => kindNamed(name, kinds),
    list: ({ kind, namespace, name }) => {
      if (name === undefined) return cluster.list(kind, namespace);
      const object = cluster.get(kind, { namespace, name });
      return object === undefined ? [] : [object];
    },
  };
}
