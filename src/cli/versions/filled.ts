/** What servers of two releases fill in otherwise: found by creating the same objects in both. */
import type { Profile } from '#kinds';
import { createCluster } from '#kit';
import { samples } from './samples.ts';

/** A value that is filled in by one of them only, or otherwise. */
export interface FilledChange {
  /** `batch/v1 Job` */
  readonly type: string;
  /** `spec.podReplacementPolicy` */
  readonly field: string;
  /** As JSON; absent: nothing is filled in. */
  readonly from?: string;
  readonly to?: string;
}

/** Returns what differs in the objects that both releases have. */
export async function filledChanges(from: Profile, to: Profile): Promise<readonly FilledChange[]> {
  const [before, after] = await Promise.all([from, to].map(filledIn));
  return [...after!].flatMap(([type, values]) => {
    const old = before!.get(type);
    if (old === undefined) return [];
    const fields = [...new Set([...old.keys(), ...values.keys()])].sort();
    return fields.flatMap((field): FilledChange[] => {
      const [was, is] = [old.get(field), values.get(field)];
      if (was === is) return [];
      return [
        {
          type,
          field,
          ...(was !== undefined && { from: was }),
          ...(is !== undefined && { to: is }),
        },
      ];
    });
  });
}

type Values = ReadonlyMap<string, string>;

/** Returns the values of created objects by their paths, by type. */
async function filledIn({ minor }: Profile): Promise<ReadonlyMap<string, Values>> {
  const cluster = await createCluster({ kubernetes: `1.${minor}`, controllers: 'none' });
  const found = new Map<string, Values>();
  try {
    for (const sample of samples) {
      const { apiVersion, kind } = sample;
      const created = await cluster.create(sample).catch(() => undefined);
      if (created !== undefined) found.set(`${apiVersion} ${kind}`, new Map(valuesIn(created, '')));
    }
  } finally {
    await cluster.dispose();
  }
  return found;
}

/** Times, uids and what names them are new with each object. */
const drawn = new Set(['resourceVersion', 'managedFields']);
const drawnText = /^\d{4}-\d\d-\d\dT|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function* valuesIn(value: unknown, path: string): Generator<readonly [string, string]> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) {
    const isDrawn = typeof value === 'string' && drawnText.test(value);
    yield [path, isDrawn ? 'set' : JSON.stringify(value)];
    return;
  }
  for (const [name, each] of entries) {
    if (drawn.has(name)) continue;
    const at = Array.isArray(value) ? `${path}[]` : path === '' ? name : `${path}.${name}`;
    yield* valuesIn(each, at);
  }
}
