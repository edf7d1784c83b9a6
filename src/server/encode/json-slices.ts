/** JSON in slices. */
import { jsonText, prettyJsonText } from './json.ts';
import { Sizes } from './sizes.ts';
import { pause, textSlices, type Listing } from './slices.ts';

/** What {@link prettyJsonText} makes of a value, and the line break. */
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

/** @param indent of the line that the value begins in */
function* prettyTexts(value: object, indent: string, sizes: Sizes): Generator<string> {
  if (!sizes.isLarge(value)) {
    yield indented(prettyJsonText(value), indent);
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  const inner = `${indent}  `;
  let between = `\n${inner}`;
  yield pause;
  const names = Object.keys(value);
  const fieldOf = (name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];
  for (const run of sizes.runsOf(names, fieldOf)) {
    if ('large' in run) {
      const large = fieldOf(run.large);
      yield isList ? between : `${between}${jsonText(run.large)}: `;
      if (isObject(large)) yield* prettyTexts(large, inner, sizes);
      else yield jsonText(large);
    } else {
      const text = prettyJsonText(isList ? run.small.map(fieldOf) : withFields(run.small, fieldOf));
      // Fields that are undefined are none.
      if (text === '{}') continue;
      yield between + indented(text.slice('{\n  '.length, -'\n}'.length), indent);
    }
    between = `,\n${inner}`;
  }
  yield `\n${indent}${isList ? ']' : '}'}`;
}

/** Line breaks within texts are escaped in JSON. */
function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Any name is a field's, `__proto__` too. */
function withFields(names: readonly string[], fieldOf: (name: string) => unknown): object {
  const object = Object.create(null) as Record<string, unknown>;
  for (const name of names) object[name] = fieldOf(name);
  return object;
}
