/** The graph of what led to a write: every change that woke its reconcile, and theirs, back to requests. */
import { reconcilers } from '#controllers';
import { causeOf, describeChange, detailText } from '#record';
import type { Change, Past } from '#store';

export interface CauseNode {
  readonly revision: number;
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly actor: string;
  readonly kind: string;
  readonly key: string;
  readonly text: string;
  /** How many steps it is before the write at the end. */
  readonly depth: number;
}

export interface CauseGraph {
  readonly nodes: readonly CauseNode[];
  /** By revision. */
  readonly edges: readonly { readonly from: number; readonly to: number }[];
  /** There are more causes than are shown. */
  readonly isCut: boolean;
}

/** What can be looked at. */
const MOST_NODES = 40;
/** Of the changes that were gathered into one reconcile, the last ones. */
const MOST_CAUSES = 4;

export function causesOf(past: Past, revision: number, startMs: number): CauseGraph {
  const depths = new Map<number, number>();
  const nodes: CauseNode[] = [];
  const edges: { from: number; to: number }[] = [];
  const last = past.change(revision);
  let isCut = false;
  let level = last === undefined ? [] : [last];
  for (let depth = 0; level.length > 0; depth++) {
    const before: Change[] = [];
    for (const change of level) {
      if (depths.has(change.revision)) continue;
      if (nodes.length === MOST_NODES) {
        isCut = true;
        continue;
      }
      depths.set(change.revision, depth);
      nodes.push(nodeOf(change, depth, startMs));
      for (const cause of directCauses(change, past)) {
        edges.push({ from: cause.revision, to: change.revision });
        before.push(cause);
      }
    }
    level = before;
  }
  const shown = edges.filter(({ from, to }) => depths.has(from) && depths.has(to));
  return { nodes, edges: shown, isCut };
}

function directCauses(change: Change, past: Past): readonly Change[] {
  const { causes } = change.origin;
  const woken = [...(causes?.first ?? []), ...(causes?.last ?? [])]
    .flatMap((cause) => ('revision' in cause ? [past.change(cause.revision)] : []))
    .filter((each) => each !== undefined && each.revision < change.revision) as Change[];
  const distinct = [...new Map(woken.map((each) => [each.revision, each])).values()];
  if (distinct.length > 0) return distinct.slice(-MOST_CAUSES);
  const { before } = causeOf(change, past, reconcilers);
  return before === undefined ? [] : [before];
}

function nodeOf(change: Change, depth: number, startMs: number): CauseNode {
  const { revision, time, key, value, origin } = change;
  const line = describeChange(change);
  const details = line?.details.map(detailText).join(', ') ?? '';
  return {
    ...{ revision, key, depth },
    atMs: time - startMs,
    actor: origin.actor,
    kind: value.kind,
    text: [line?.verb ?? change.type, details].filter((part) => part !== '').join(' '),
  };
}
