import { customResourceDefinition } from '#custom';
import { resourceOf } from '#kinds';
import { withDefined, type KindRegistry } from '#catalog';
import type { CustomResourceDefinition } from '#types';
import type { Past } from '#store';
import { registry } from './open.ts';

const bucket = resourceOf(customResourceDefinition);

/** The kinds of a past: those of every server, and those that its definitions declared last. */
export function kindsIn(past: Past): KindRegistry {
  if (![...past.buckets].includes(bucket)) return registry;
  const definitions = new Map<string, CustomResourceDefinition>();
  for (const change of past.changes()) {
    if (change.bucket !== bucket) continue;
    definitions.set(change.key, change.value as CustomResourceDefinition);
  }
  return withDefined(registry, [...definitions.values()]);
}
