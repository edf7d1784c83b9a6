import { apiVersionOf, type Kind } from '#kinds';
import { cryptography } from '#machine';

/**
 * Returns what v1.24 calls `storageVersionHash`: the first eight bytes of the SHA-256 of
 * `GROUP/VERSION/KIND`, in base64, with the version in which objects are stored. Programs that
 * migrate stored objects compare it.
 */
export function storageVersionHash(served: Kind): string {
  const kind = served.storage?.kind ?? served;
  const stored =
    kind.custom?.stored ??
    served.wire.storageVersion ??
    kind.wire.storageVersion ??
    apiVersionOf(kind);
  // The core group has no name.
  const version = stored.includes('/') ? stored : `/${stored}`;
  const digest = cryptography().sha256(Buffer.from(`${version}/${kind.kind}`));
  return Buffer.from(digest.subarray(0, 8)).toString('base64');
}
