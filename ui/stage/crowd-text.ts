/** What the drawing of a crowd says in words. Pure. */
import { type Heap, type PodState, type Scene, stateWords } from '#view';

/** `100 nodes, 2,400 pods: 2,300 ready, 100 starting`. */
export function crowdText({ nodes, heaps }: Pick<Scene, 'nodes' | 'heaps'>): string {
  const { text, total } = statesText(heaps);
  const lost = nodes.filter(({ state }) => state !== 'ready').length;
  return `${nodes.length} nodes${lost > 0 ? ` (${lost} not ready)` : ''}, ${total} pods${text && `: ${text}`}`;
}

/** `node-3: 24 pods: 24 ready`. */
export function nodeText({ nodes, heaps }: Scene, at: number): string {
  const { text, total } = statesText(heaps.filter(({ node }) => node === at));
  const { name, state } = nodes[at]!;
  return `${name}${state === 'ready' ? '' : `, ${state}`}: ${total} pods${text && `: ${text}`}`;
}

function statesText(heaps: readonly Heap[]): { readonly text: string; readonly total: number } {
  const counts = new Map<PodState, number>();
  for (const { state, count } of heaps) counts.set(state, (counts.get(state) ?? 0) + count);
  const text = [...counts].map(([state, count]) => `${count} ${stateWords[state]}`).join(', ');
  return { text, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}
