/** Where in a YAML text somebody types: the text need not be right, nor whole. */
import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Node,
  type YAMLMap,
} from 'yaml';

/** A step from the root of a text to a place in it. */
export type PathStep = { readonly in: YAMLMap; readonly name: string } | 'item';

export interface TypedPlace {
  /** The word that is typed, by offsets. */
  readonly from: number;
  readonly to: number;
  /** What leads to the map that gets a name, or to the value. */
  readonly path: readonly PathStep[];
  /** The map that gets a name; absent where a value is typed. */
  readonly map?: YAMLMap;
  /** A value would be as right as the first name of a map. */
  readonly isEither: boolean;
  /** What has to follow a name: a colon, unless there is one already. */
  readonly colon: '' | ':';
}

/** Stands for the word in the text. A private character, which scenarios do not contain. */
const MARK = '\uE000';

/** Undefined in comments, and in texts of several lines. */
export function placeAt(text: string, offset: number): TypedPlace | undefined {
  const from = offset - /[\w./$-]*$/.exec(text.slice(0, offset))![0].length;
  const to = offset + /^[\w./-]*/.exec(text.slice(offset))![0].length;
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const [after = ''] = /^.*/.exec(text.slice(to))!;
  const hasColon = /^\s*:(?:\s|$)/.test(after);
  // Alone in its line it becomes a name: otherwise it would continue the line before.
  const isAlone = /^\s*(?:- +)*$/.test(before) && after.trim() === '';
  const marked = `${text.slice(0, from)}${MARK}${isAlone ? ':' : ''}${text.slice(to)}`;
  const found = ancestorsOf(marked);
  if (found === undefined) return undefined;
  const parent = found.at(-1);
  const isName = isPair(parent) && isScalar(parent.key) && parent.key.value === MARK;
  const path = pathOf(isName ? found.slice(0, -1) : found);
  if (!isName) return { from, to, path, isEither: false, colon: '' };
  const map = found.at(-2) as YAMLMap;
  return {
    ...{ from, to, path, map },
    isEither: isAlone && map.items.length === 1,
    colon: hasColon ? '' : ':',
  };
}

/** The document around an offset, of a text that may have several, and where it begins. */
export function documentAt(text: string, offset: number): { start: number; text: string } {
  let start = 0;
  for (const { index, 0: line } of text.matchAll(/^---(?:[ \t].*)?$/gm)) {
    if (index >= offset) return { start, text: text.slice(start, index) };
    start = Math.min(index + line.length + 1, offset);
  }
  return { start, text: text.slice(start) };
}

/** What the mark stands in, the root first. */
function ancestorsOf(marked: string): readonly unknown[] | undefined {
  const document = parseDocument(marked, { version: '1.2', uniqueKeys: false });
  let found: readonly unknown[] | undefined;
  visit(document, {
    Scalar(_, { value }, ancestors) {
      if (value !== MARK) return undefined;
      found = ancestors.slice(1);
      return visit.BREAK;
    },
  });
  return found;
}

function pathOf(ancestors: readonly unknown[]): readonly PathStep[] {
  return ancestors.flatMap((each, i): readonly PathStep[] => {
    if (isSeq(each)) return ['item'];
    if (!isPair(each)) return [];
    return [{ in: ancestors[i - 1] as YAMLMap, name: String((each.key as Node).toString()) }];
  });
}

/** The text under a name, where there is one. */
export function textIn(map: YAMLMap, name: string): string | undefined {
  const value = isMap(map) ? map.get(name) : undefined;
  return typeof value === 'string' && value !== MARK ? value : undefined;
}

/** The names that a map has, but for the one that is typed. */
export function namesIn(map: YAMLMap): ReadonlySet<string> {
  return new Set(map.items.map(({ key }) => String((key as Node | null)?.toString() ?? '')));
}
