import { customResourceDefinition } from '#custom';
import { resourceOf } from '#kinds';
import { withDefined, type KindRegistry } from '#catalog';
import type { CustomResourceDefinition } from '#types';
import { kindsOfRun, type RunLog } from '#record';
import { registry } from './open.ts';

const bucket = resourceOf(customResourceDefinition);

/**
 * Returns the kinds of a run: those of every server of its release, and those that its definitions
 * declared last.
 */
export function kindsIn({ head, past }: Pick<RunLog, 'head' | 'past'>): KindRegistry {
  const builtIn = kindsOfRun(head, registry);
  if (![...past.buckets].includes(bucket)) return builtIn;
  const definitions = new Map<string, CustomResourceDefinition>();
  for (const change of past.changes()) {
    if (change.bucket !== bucket) continue;
    definitions.set(change.key, change.value as CustomResourceDefinition);
  }
  return withDefined(builtIn, [...definitions.values()]);
}
