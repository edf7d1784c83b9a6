/** The stage at a moment as an SVG that stands alone. Pure. */
import { type Scene, type StageNode, type StagePod, stateWords } from '#view';
import { layoutOf, placeAt, rackAt, type Layout } from '../layout.ts';
import { shortName, tagOf } from '../names.ts';

/** Colours by the names that style sheets have for them. */
export type Paint = (name: string) => string;

export interface Picture {
  readonly scene: Scene;
  /** Above the nodes. */
  readonly title: string;
  /** Below them. */
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

const HEAD_PX = 46;
const FOOT_PX = 48;
const SIDE_PX = 18;

/** Of pods up to 260; of more, their numbers by node. */
export function stageSvg(picture: Picture): string {
  const { scene, title, caption, width, height, paint } = picture;
  const { nodes, pods = [], places } = scene;
  const hasWords = nodes.some(({ taints, cordoned }) => taints.length > 0 || cordoned);
  const layout = layoutOf(
    { nodes: nodes.length, places, pods: pods.length, hasWords },
    { width: width - 2 * SIDE_PX, height: height - HEAD_PX - FOOT_PX, isPhone: false },
  );
  const inner =
    layout === undefined
      ? []
      : [
          ...nodes.map((node, at) => rackSvg(node, at, countOf(scene, at), layout, paint)),
          ...pods.flatMap((pod) =>
            pod.node === undefined ? [] : tileSvg(pod, scene, layout, paint),
          ),
        ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="${paint('stage')}"/>`,
    text(SIDE_PX, 30, title, paint('ink'), 'font-size="18" font-weight="650"'),
    `<g transform="translate(${SIDE_PX} ${HEAD_PX})">`,
    ...inner,
    '</g>',
    text(width / 2, height - 18, caption, paint('soft'), 'font-size="15" text-anchor="middle"'),
    '</svg>',
    '',
  ].join('\n');
}

function countOf({ heaps }: Scene, at: number): number {
  return heaps.reduce((sum, { node, count }) => sum + (node === at ? count : 0), 0);
}

function rackSvg(node: StageNode, at: number, count: number, layout: Layout, paint: Paint): string {
  const { x, y } = rackAt(layout, at);
  const { width, height } = layout.rack;
  const isLost = node.state !== 'ready';
  const stroke = `stroke="${paint(isLost ? 'bad' : 'line')}"${isLost ? ' stroke-dasharray="5 4"' : ''}`;
  const words = [isLost ? node.state : '', ...node.taints].filter(Boolean).join(' · ');
  return [
    `<g transform="translate(${round(x)} ${round(y)})">`,
    `<rect width="${round(width)}" height="${round(height)}" rx="12" fill="${paint('card')}" ${stroke} stroke-width="1.5"/>`,
    text(10, 18, node.name, paint('ink'), 'font-size="13" font-weight="650"'),
    words && layout.isRoomy ? text(10, 33, words, paint('warn'), 'font-size="11.5"') : '',
    layout.isRoomy
      ? text(
          10,
          height - 10,
          `${count} ${count === 1 ? 'pod' : 'pods'}`,
          paint('faint'),
          'font-size="11"',
        )
      : '',
    '</g>',
  ].join('');
}

/** How far a pod fills its tile. */
const fills: Readonly<Record<StagePod['state'], readonly [part: number, opacity: number]>> = {
  ...{ waiting: [0, 1], starting: [0.2, 0.38], running: [0.52, 0.38], ready: [1, 1] },
  ...{ terminating: [1, 0.25], succeeded: [0, 1], failed: [0, 1], failing: [0.2, 0.55] },
};

function tileSvg(pod: StagePod, { versions }: Scene, layout: Layout, paint: Paint): string {
  const rack = rackAt(layout, pod.node!);
  const place = placeAt(layout, pod.place);
  const { width, height } = layout.tile;
  const version = versions[pod.version]!;
  const isBad = pod.state === 'failed' || pod.state === 'failing';
  const colour = paint(isBad ? 'bad' : `v${version.colour}`);
  const [part, opacity] = fills[pod.state];
  const ink = paint(pod.state === 'ready' ? 'on' : 'ink');
  const dash = pod.state === 'terminating' ? ' stroke-dasharray="5 4"' : '';
  const isLarge = layout.density === 'huge' || layout.density === 'large';
  const middle = height / 2;
  return [
    `<g transform="translate(${round(rack.x + place.x)} ${round(rack.y + place.y)})">`,
    `<title>${escaped(`${pod.key}: ${stateWords[pod.state]}, ${version.image}`)}</title>`,
    `<rect width="${round(width)}" height="${round(height)}" rx="8" fill="${paint('stage')}" stroke="${colour}" stroke-width="1.75"${dash}/>`,
    part > 0
      ? `<rect y="${round(height * (1 - part))}" width="${round(width)}" height="${round(height * part)}" rx="${part === 1 ? 8 : 0}" fill="${colour}" opacity="${opacity}"/>`
      : '',
    layout.density === 'small'
      ? ''
      : text(
          9,
          isLarge ? middle - 3 : middle + 4,
          shortName(pod.key, pod.owner),
          ink,
          'font-size="13" font-weight="600" font-family="ui-monospace, monospace"',
        ),
    isLarge
      ? text(
          9,
          middle + 13,
          `${tagOf(version.image)} · ${stateWords[pod.state]}`,
          ink,
          'font-size="11.5"',
        )
      : '',
    '</g>',
  ].join('');
}

function text(x: number, y: number, words: string, fill: string, more: string): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}" ${more}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
