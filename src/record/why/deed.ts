/** What a write did, chosen by what it means and not by the order of its fields. Pure. */
import type { FieldChange } from '../diff.ts';
import type { Link } from './chain.ts';

/** Fields that say what a write was for, the most telling ones first. */
const telling: readonly (readonly [RegExp, (kind: string, change: FieldChange) => string])[] = [
  [/^metadata\.deletionTimestamp$/, (kind) => `told ${kind} to end`],
  [/^spec\.nodeName$/, (kind, { to }) => `put ${kind} on ${text(to)}`],
  [/^status\.conditions\.Ready$/, (kind, change) => `${kind}: Ready ${withoutReason(change)}`],
  [/^status\.phase$/, (kind, change) => `${kind}: ${arrow(change)}`],
  [
    /^spec\.taints/,
    (kind, { from, to }) =>
      sizeOf(to) < sizeOf(from) ? `took a taint off ${kind}` : `put a taint on ${kind}`,
  ],
  [/^spec\.unschedulable$/, (kind, { to }) => (to ? `cordoned ${kind}` : `uncordoned ${kind}`)],
  [/\.image$/, (kind, change) => `gave ${kind} the image ${text(change.to)}`],
  [
    /\.containers\.\d+$/,
    (kind, { to }) =>
      to === undefined
        ? `took a container out of ${kind}`
        : `put ${containerText(to)} into ${kind}`,
  ],
  [
    /^status\.conditions\.\w+$/,
    (kind, change) => `${kind}: ${String(change.path.at(-1))} ${withoutReason(change)}`,
  ],
  [/^spec\.replicas$/, (kind, change) => `scaled ${kind} ${arrow(change)}`],
];

/** The changes of a write, those that say what it was for first; the rest in their order. */
export function tellingFirst(changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(change: FieldChange): number {
  const rank = telling.findIndex(([path]) => path.test(change.path.join('.')));
  if (rank >= 0) return rank;
  return isCount(change) ? telling.length : telling.length + 1;
}

/** Returns a number of the status: what a controller has counted. */
function isCount({ path, from, to }: FieldChange): boolean {
  return path[0] === 'status' && typeof (to ?? from) === 'number';
}

/** In words: `put Pod web-1 on node-2`, `Pod web-1: Ready False→True`. */
export function deedOf({ verb, kind, key, changes }: Link): string {
  const name = `${kind} ${key.split('/').at(-1)!}`;
  if (verb === 'created') return `made ${name}`;
  if (verb === 'deleted') return `deleted ${name}`;
  for (const [path, tell] of telling) {
    const change = changes.find((each) => path.test(each.path.join('.')));
    if (change !== undefined) return tell(name, change);
  }
  // The generation follows from the other changes.
  const others = changes.filter(({ path }) => path.at(-1) !== 'generation');
  const all = others.length > 0 ? others : changes;
  const counts = all.filter(isCount);
  const shown = (counts.length > 0 ? counts : all).slice(0, 3);
  const rest = all.length - shown.length;
  const words = shown.map((each) => `${each.path.at(-1)} ${arrow(each)}`).join(', ');
  return `${counts.length > 0 ? 'counted' : 'changed'} ${name}${words && `: ${words}`}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** `True (Reason)→False (Other)` as `True→False`. */
function withoutReason({ from, to }: FieldChange): string {
  const bare = (value: unknown): string => text(value).replace(/ \(.*$/, '');
  return `${bare(from)}→${bare(to)}`;
}

function containerText(value: unknown): string {
  const { name } = value as { readonly name?: string };
  return name === undefined ? 'a container' : `container ${name}`;
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : value === undefined ? 0 : 1;
}

function arrow({ from, to }: FieldChange): string {
  return `${text(from)}→${text(to)}`;
}

function text(value: unknown): string {
  if (value === undefined) return 'none';
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.length <= 40 ? words : `${words.slice(0, 37)}…`;
}
