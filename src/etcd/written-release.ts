/** Which release of Kubernetes wrote an etcd last, as our servers note it: real API servers do not. */
import type { Etcd } from './driver/etcd.ts';
import { releaseKey } from './keys.ts';

/** Returns its name, such as `1.34`; undefined where nothing says it. */
export async function readWriter(etcd: Pick<Etcd, 'range'>): Promise<string | undefined> {
  const [found] = (await etcd.range({ key: releaseKey })).found;
  return found?.value.toString('utf8');
}

export async function noteWriter(etcd: Pick<Etcd, 'txn'>, name: string): Promise<void> {
  await etcd.txn({ if: [], then: [{ put: releaseKey, value: name }] });
}
