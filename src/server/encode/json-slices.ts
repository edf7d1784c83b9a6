/** JSON in slices. */
import type { Resumable } from '#values';
import { jsonText, prettyJsonText } from './json.ts';
import { Sizes } from './sizes.ts';
import { pause, textSlices, type Listing } from './slices.ts';

/** Returns what {@link prettyJsonText} makes of a value, with the line break. */
export function* prettySlices(value: object): Generator<Buffer | undefined> {
  yield* textSlices(ended(prettyTexts(value, '', new Sizes())));
}

export function* listSlices(listing: Listing, pretty: boolean): Generator<Buffer | undefined> {
  yield* textSlices(ended(pretty ? prettyListTexts(listing) : listTexts(listing)));
}

function* ended(texts: Iterable<string>): Generator<string> {
  yield* texts;
  yield '\n';
}

function* listTexts({ head, field, items, shape }: Listing): Generator<string> {
  yield jsonText({ ...head, [field]: [] }).slice(0, -']}'.length);
  let between = '';
  for (const item of items) {
    yield between + jsonText(shape(item));
    between = ',';
  }
  yield ']}';
}

function* prettyListTexts({ head, field, items, shape }: Listing): Generator<string> {
  yield prettyJsonText({ ...head, [field]: [] }).slice(0, -']\n}'.length);
  let between = '\n    ';
  for (const item of items) {
    yield between;
    yield* prettyTexts(shape(item), '    ', new Sizes());
    between = ',\n    ';
  }
  yield '\n  ]\n}';
}

function prettyTexts(value: object, indent: string, sizes: Sizes): Generator<string> {
  return textsOf(pretty, value, indent, sizes);
}

/** Returns what {@link jsonText} makes of a value, with pauses where it is large. */
export function* writingJson(value: object, sizes: Sizes): Resumable<string> {
  if (!sizes.isLarge(value)) return jsonText(value);
  let whole = '';
  for (const text of textsOf(compact, value, '', sizes)) {
    if (text === pause) yield;
    else whole += text;
  }
  return whole;
}

/** The layout of JSON. */
interface Layout {
  readonly textOf: (value: unknown) => string;
  readonly lineBreak: string;
  readonly step: string;
  readonly colon: string;
}

const pretty: Layout = { textOf: prettyJsonText, lineBreak: '\n', step: '  ', colon: ': ' };
const compact: Layout = { textOf: jsonText, lineBreak: '', step: '', colon: ':' };

/** @param indent of the line that the value begins in */
function* textsOf(layout: Layout, value: object, indent: string, sizes: Sizes): Generator<string> {
  const { textOf, lineBreak, step, colon } = layout;
  if (!sizes.isLarge(value)) {
    yield indented(textOf(value), indent);
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  const inner = `${indent}${step}`;
  let between = `${lineBreak}${inner}`;
  const opening = 1 + lineBreak.length + step.length;
  const closing = 1 + lineBreak.length;
  yield pause;
  const names = Object.keys(value);
  const fieldOf = (name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];
  for (const run of sizes.runsOf(names, fieldOf)) {
    if ('large' in run) {
      const large = fieldOf(run.large);
      yield isList ? between : `${between}${jsonText(run.large)}${colon}`;
      if (isObject(large)) yield* textsOf(layout, large, inner, sizes);
      else yield jsonText(large);
    } else {
      const text = textOf(isList ? run.small.map(fieldOf) : withFields(run.small, fieldOf));
      // Fields that are undefined are left out.
      if (text === '{}') continue;
      yield between + indented(text.slice(opening, -closing), indent);
    }
    between = `,${lineBreak}${inner}`;
    yield pause;
  }
  yield `${lineBreak}${indent}${isList ? ']' : '}'}`;
}

/** Line breaks within texts are escaped in JSON. */
function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Any name can be a field, `__proto__` too. */
function withFields(names: readonly string[], fieldOf: (name: string) => unknown): object {
  const object = Object.create(null) as Record<string, unknown>;
  for (const name of names) object[name] = fieldOf(name);
  return object;
}
