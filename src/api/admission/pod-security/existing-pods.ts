/** What is warned about the pods of a namespace that asks for more than before. */
import { pod as podKind, resourceOf } from '#kinds';
import type { Pod } from '#types';
import type { AdmissionAccess } from '../access.ts';
import { listIn } from '../list-in.ts';
import { reasonsOf, violationsOf } from './evaluate.ts';
import { nameOf, type Standard } from './policy.ts';
import { sorted } from './words.ts';

/** This many pods are looked at. */
const most = 3000;

/** Pods with the same faults. */
interface Alike {
  /** The first by its name. */
  readonly name: string;
  readonly count: number;
}

/** Returns the warnings about pods that violate what their namespace enforces from now on. */
export async function warningsAbout(
  namespace: string,
  standard: Standard,
  { store, webhooks }: AdmissionAccess,
): Promise<readonly string[]> {
  const pods = await listIn<Pod>(store, resourceOf(podKind), namespace);
  const seen = differentFirst(pods).slice(0, most);
  const byReasons = new Map<string, Alike>();
  for (const pod of seen) {
    const violations = violationsOf(pod, standard, webhooks.kinds.profile);
    if (violations.length === 0) continue;
    const reasons = reasonsOf(violations);
    const { name, count } = byReasons.get(reasons) ?? { name: pod.metadata.name, count: 0 };
    const first = sorted([name, pod.metadata.name])[0]!;
    byReasons.set(reasons, { name: first, count: count + 1 });
  }
  const warnings: string[] = [];
  if (seen.length < pods.length) {
    const counts = `${seen.length} of ${pods.length} existing pods`;
    warnings.push(`new PodSecurity enforce level only checked against the first ${counts}`);
  }
  if (byReasons.size > 0) {
    const what = `violate the new PodSecurity enforce level "${nameOf(standard)}"`;
    warnings.push(`existing pods in namespace "${namespace}" ${what}`);
  }
  const texts = [...byReasons].map(([reasons, alike]) => `${podsOf(alike)}: ${reasons}`);
  return [...warnings, ...sorted(texts)];
}

/** Returns the pods with one of each controller before its others. */
function differentFirst(pods: readonly Pod[]): readonly Pod[] {
  const known = new Set<string>();
  const first: Pod[] = [];
  const others: Pod[] = [];
  for (const pod of pods) {
    const uid = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    (uid !== undefined && known.has(uid) ? others : first).push(pod);
    if (uid !== undefined) known.add(uid);
  }
  return [...first, ...others];
}

function podsOf({ name, count }: Alike): string {
  if (count === 1) return name;
  return `${name} (and ${count - 1} other ${count === 2 ? 'pod' : 'pods'})`;
}
