/** What led to a value as a Mermaid graph, which READMEs and wikis draw. Pure. */
import type { CauseGraph } from '#view';
import { timeText } from '../../page/moment.ts';

export function mermaidOf({ nodes, edges }: CauseGraph): string {
  const lines = nodes.map(
    ({ revision, atMs, actor, kind, key, text }) =>
      `  r${revision}["${escaped(`${timeText(atMs)} ${actor}`)}<br/>${escaped(`${kind} ${key}`)}<br/>${escaped(text)}"]`,
  );
  return [
    'flowchart TD',
    ...lines,
    ...edges.map(({ from, to }) => `  r${from} --> r${to}`),
    '',
  ].join('\n');
}

/** Mermaid reads entities. */
function escaped(text: string): string {
  return text
    .replaceAll('#', '#35;')
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;');
}
