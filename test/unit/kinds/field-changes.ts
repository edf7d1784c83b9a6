/** Objects with one field changed, for tests that look at every field. */
import { conform, storable } from '#schema';
import { kinds } from '#catalog';
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import { samples, type Sample } from '../../support/fuzz/samples.ts';

export type Path = readonly (string | number)[];
/** Paths with their values; undefined takes a field away. */
export type Change = Readonly<Record<string, unknown>>;
type Container = Readonly<Record<string | number, unknown>>;

/** The value at a path. */
export function valueAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (part as Container | undefined)?.[key], whole);
}

/** The value with another one at a path; undefined takes the field away. */
export function withValue(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  const child = withValue((value as Container)[first], rest, other);
  if (Array.isArray(value)) {
    return child === undefined
      ? value.toSpliced(first as number, 1)
      : value.with(first as number, child);
  }
  const left = Object.entries(value as object).filter(([name]) => name !== String(first));
  return Object.fromEntries(child === undefined ? left : [...left, [first, child]]);
}

function pathOf(text: string): Path {
  const annotation = /^metadata\.annotations\.(.+)$/.exec(text);
  if (annotation !== null) return ['metadata', 'annotations', annotation[1]!];
  return text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** With the parts above it, where they are missing. The keys of annotations have dots. */
export function changed(object: KubeObject, change: Change): KubeObject {
  return Object.entries(change).reduce<unknown>((whole, [text, value]) => {
    const path = pathOf(text);
    const filled = path.slice(0, -1).reduce<unknown>((made, _, index) => {
      const above = path.slice(0, index + 1);
      const part = above.reduce<unknown>((at, key) => (at as Change | undefined)?.[key], made);
      return part === undefined ? withValue(made, above, {}) : made;
    }, whole);
    return withValue(filled, path, value);
  }, object) as KubeObject;
}

/** None where a function needs what decoding sees to. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A sample of each kind, and of each other version, with its kind. */
export function sampledKinds(): readonly { readonly kind: Kind; readonly sample: Sample }[] {
  const seen = new Set<Kind>();
  return samples.flatMap((sample) => {
    const [version, group = ''] = sample.apiVersion.split('/').reverse();
    const kind = kinds.find(
      (each) => each.kind === sample.kind && each.group === group && each.version === version,
    );
    if (kind === undefined || seen.has(kind)) return [];
    seen.add(kind);
    return [{ kind, sample }];
  });
}

/** The object of a sample, as it is when it is stored. */
export function storedObject(kind: Kind, { body }: Sample): KubeObject {
  const given = body as unknown as KubeObject;
  const labels = (given.metadata as Partial<KubeObject['metadata']> | undefined)?.labels;
  const metadata = {
    ...given.metadata,
    name: 'a',
    ...(kind.namespaced && { namespace: 'default' }),
    resourceVersion: '1',
    labels: { ...labels, a: 'b' },
  };
  return storable(kind.schema, conform(kind.schema, { ...given, metadata }) as KubeObject);
}
