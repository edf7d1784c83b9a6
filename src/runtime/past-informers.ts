/** The caches of informers as they would have been at one revision, for functions that read those. */
import { bucketOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { PastView } from './explain.ts';
import type { Informer } from './informer.ts';
import { ObjectCache } from './object-cache.ts';

/** What is read of an informer. */
export type Reads<T extends KubeObject> = Pick<Informer<T>, 'lister' | 'addIndex'>;

/** Where informers come from: a controller's context, or the past. */
export interface InformerSource {
  informer<T extends KubeObject>(kind: Kind<T>): Reads<T>;
}

/** Informers that have synced at the view's revision, each filled when it is first asked for. */
export function pastInformers(past: PastView): InformerSource {
  const known = new Map<string, Reads<KubeObject>>();
  return {
    informer<T extends KubeObject>(kind: Kind<T>): Reads<T> {
      const bucket = bucketOf(kind);
      const found = known.get(bucket);
      if (found !== undefined) return found as unknown as Reads<T>;
      const cache = new ObjectCache<T>();
      for (const object of past.list(kind)) cache.set(object, undefined);
      const result: Reads<T> = {
        lister: cache,
        addIndex: (name, valuesOf) => cache.addIndex(name, valuesOf),
      };
      known.set(bucket, result as unknown as Reads<KubeObject>);
      return result;
    },
  };
}
