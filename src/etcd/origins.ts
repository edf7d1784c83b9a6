/** What a write of ours says beside its objects, in the same transaction and so at the same revision. */
import type { Millis } from '#clock';
import type { Origin } from '#values';

export interface WrittenOrigin {
  /** The server that wrote. */
  readonly server: string;
  /** Numbers its writes, from 1. */
  readonly number: number;
  readonly time: Millis;
  readonly origin: Origin;
  readonly isRepetition?: boolean;
}

/** Of what another program has written: a real API server, or somebody with etcdctl. */
export const foreign: Origin = { actor: 'etcd', note: 'written by another program' };
/** Of what etcd has deleted because its lease ran out. */
export const expired: Origin = { actor: 'store', note: 'expired' };
/** Of what happened while the server could not follow, and etcd has forgotten since. */
export const caughtUp: Origin = {
  actor: 'etcd',
  note: 'happened while etcd could not be followed',
};

/** Returns undefined for what does not read as one: the key is for all to write. */
export function readOrigin(bytes: Buffer): WrittenOrigin | undefined {
  try {
    const read = JSON.parse(bytes.toString('utf8')) as WrittenOrigin | null;
    return typeof read?.origin?.actor === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
}
