/** Nodes in a picture. */
import type { Layout } from './layout.ts';
import type { Screenplay } from './screenplay.ts';
import { fitting, text } from './svg.ts';

/** Nodes keep their places; those that come later stand behind. */
export function nodeNames({ scenes }: Screenplay): readonly string[] {
  return [...new Set(scenes.flatMap(({ nodes }) => nodes.map(({ name }) => name)))];
}

/** @param racks names of nodes, and an empty one for pods without a node */
export function rackParts(
  play: Screenplay,
  racks: readonly string[],
  layout: Layout,
): readonly string[] {
  return racks.flatMap((name, at) =>
    name === '' ? [queue(at, layout)] : rack(play, name, at, layout),
  );
}

function queue(at: number, layout: Layout): string {
  const { x, y } = layout.rackAt(at);
  const frame = `<rect x="${x}" y="${y}" width="${layout.rack.width}" height="${layout.rack.height}" rx="12" fill="none" stroke="var(--line2)" stroke-dasharray="3 5"/>`;
  return frame + text(x + 12, y + 21, fitting('no node yet', layout.rack.width - 20, 7.5), 'soft');
}

function rack(play: Screenplay, name: string, at: number, layout: Layout): readonly string[] {
  const { x, y } = layout.rackAt(at);
  const { width, height } = layout.rack;
  const looks = play.stretchesOf(({ nodes }, atMs) => {
    const node = nodes.find((each) => each.name === name);
    if (node === undefined) return undefined;
    const isSilent = node.silentSinceMs !== undefined && node.silentSinceMs <= atMs;
    const word = node.state === 'ready' ? (isSilent ? 'silent' : '') : node.state;
    const words = [word, node.cordoned ? 'cordoned' : '', ...node.taints.map(keyOfTaint)];
    return JSON.stringify([node.state, words.filter(Boolean).join(', ')]);
  });
  return [...looks].map(([look, stretches]) => {
    const [state, words] = JSON.parse(look) as [string, string];
    const isBad = state === 'unreachable';
    const line = isBad
      ? 'stroke="var(--bad)" stroke-dasharray="5 4"'
      : `stroke="var(--${words === '' ? 'line2' : 'warn'})"`;
    const label = fitting(name, width - 20, 8);
    const room = width - 32 - label.length * 8;
    const note = room < 30 ? '' : fitting(words, room, 7);
    return play.film.during(
      stretches,
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="var(--card)" ${line}/>${text(x + 12, y + 21, label, 'label')}${text(x + width - 12, y + 21, note, isBad ? 'bad small' : 'warn small', 'end')}`,
    );
  });
}

function keyOfTaint(taint: string): string {
  return taint.split(':')[0]!;
}
