/** What a release reads of objects that another has stored: as its server decodes what is in etcd. */
import { bucketOf, decodeAs, type Kind, type Profile } from '#kinds';
import type { KubeObject } from '#values';

/**
 * Returns what reads stored objects as a release does: without the fields that it does not know, and with its
 * defaults. Custom resources are read through their definitions anyway.
 *
 * @param kinds those of the release
 */
export function readThrough(
  kinds: readonly Kind[],
  profile: Profile,
): (bucket: string, stored: KubeObject) => KubeObject {
  const readers = new Map<string, (stored: KubeObject) => KubeObject>();
  for (const kind of kinds) {
    const bucket = bucketOf(kind);
    // Defaults are those of the form that is stored, where that is served.
    if (kind.custom !== undefined || (kind.storage !== undefined && readers.has(bucket))) continue;
    readers.set(bucket, readerOf(kind, profile));
  }
  return (bucket, stored) => readers.get(bucket)?.(stored) ?? stored;
}

function readerOf(kind: Kind, profile: Profile): (stored: KubeObject) => KubeObject {
  const { storage, rules } = kind;
  const whole = (object: KubeObject): KubeObject => rules.defaults?.(object, profile) ?? object;
  const decode = (stored: KubeObject): KubeObject =>
    decodeAs(storage?.kind ?? kind, stored) as KubeObject;
  if (storage === undefined) return (stored) => whole(decode(stored));
  return (stored) => {
    const known = decode(stored);
    const served = storage.fromStorage(known);
    const complete = whole(served);
    return complete === served ? known : storage.toStorage(complete);
  };
}
