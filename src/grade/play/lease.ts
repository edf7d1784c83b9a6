/** The lease by which replicas of a client elect a leader, and what others do to it. */
import { formatMicroTime } from '#values';
import { isNotFound, type Cluster } from '#kit';
import type { LeaseAct } from '../case/case.ts';
import type { Subject } from '../subject.ts';

/** Who holds it in place of the client. */
const other = 'orrery-other';

/** How long it is held, s, and how long ago it was renewed, ms. */
const acts: Readonly<Record<LeaseAct, { readonly seconds: number; readonly agoMs: number }>> = {
  held: { seconds: 3600, agoMs: 0 },
  skewed: { seconds: 3600, agoMs: 7_200_000 },
  left: { seconds: 3, agoMs: 3_600_000 },
};

/** Gives the lease to another holder. */
export async function giveAway(cluster: Cluster, { lease }: Subject, act: LeaseAct): Promise<void> {
  const { name, namespace } = lease!;
  const { seconds, agoMs } = acts[act];
  const renewed = formatMicroTime(cluster.now() - agoMs);
  const spec = {
    holderIdentity: other,
    leaseDurationSeconds: seconds,
    acquireTime: renewed,
    renewTime: renewed,
  };
  const metadata = { name, namespace };
  try {
    await cluster.patch('Lease', name, { spec }, { namespace, type: 'merge' });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await cluster.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec });
  }
}
