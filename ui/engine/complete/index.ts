/** What can be written at a place of a scenario, or of a manifest: by the schema, and by the kinds of objects. */
import { apiVersionOf, type Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import { manifestSchema, scenarioSchema } from '#scenario';
import { formOfJson, formOfType, isOpen, nothing, type Field, type Form } from './form.ts';
import { documentAt, namesIn, placeAt, textIn, type PathStep, type TypedPlace } from './place.ts';

export interface Completion {
  readonly label: string;
  /** What is written. */
  readonly text: string;
  readonly doc?: string;
  readonly is: 'name' | 'value';
}

export interface Completions {
  /** What is replaced, by offsets. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
}

const schema = scenarioSchema();
const scenario = formOfJson(schema, schema);
const manifest = formOfJson(manifestSchema, manifestSchema);

/** Of a scenario. Undefined where nothing is known. */
export function completionsAt(
  text: string,
  offset: number,
  kinds: KindRegistry,
): Completions | undefined {
  return completionsIn(scenario, text, offset, kinds);
}

/** Of objects: a text may have several, as documents. Undefined where nothing is known. */
export function manifestCompletionsAt(
  text: string,
  offset: number,
  kinds: KindRegistry,
): Completions | undefined {
  const { start, text: own } = documentAt(text, offset);
  const found = completionsIn(manifest, own, offset - start, kinds);
  return found && { ...found, from: found.from + start, to: found.to + start };
}

function completionsIn(
  root: Form,
  text: string,
  offset: number,
  kinds: KindRegistry,
): Completions | undefined {
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const form = place.path.reduce((at, step) => below(at, step, kinds), root);
  const options =
    place.map === undefined ? valuesOf(form, place, kinds) : namesOf(form, place, kinds);
  return options.length === 0 ? undefined : { from: place.from, to: place.to, options };
}

function below(form: Form, step: PathStep, kinds: KindRegistry): Form {
  if (step === 'item') return form.items?.() ?? nothing;
  const own = (form.names.get(step.name)?.form ?? form.others)?.() ?? nothing;
  const kind = kindOf(form, step.in, kinds);
  if (kind === undefined || !isOpen(own)) return own;
  const field = kind.schema.fields.get(step.name);
  return field === undefined ? own : formOfType(field.schema);
}

/** The kind of the object that a map describes, or that it asks for. */
function kindOf(form: Form, map: TypedPlace['map'], kinds: KindRegistry): Kind | undefined {
  if (map === undefined || !form.names.has('kind')) return undefined;
  const kind = textIn(map, 'kind');
  if (kind === undefined) return undefined;
  return kinds.byKind(textIn(map, 'apiVersion') ?? '', kind) ?? kinds.byName(kind);
}

function namesOf(form: Form, place: TypedPlace, kinds: KindRegistry): readonly Completion[] {
  const given = namesIn(place.map!);
  const options = [...fieldsOf(form, place.map, kinds)]
    .filter(([name]) => !given.has(name))
    .map(([name, field]) => nameOption(name, field, place.colon));
  if (!place.isEither) return options;
  const item = form.items?.();
  const items = item === undefined ? [] : [...item.names];
  return [
    ...options,
    ...form.values.map(valueOption),
    ...items.map(([name, field]) => nameOption(name, field, place.colon, '- ')),
    ...(item?.values ?? []).map((value) => valueOption(`- ${value}`)),
  ];
}

/** A whole object has all fields of its kind. */
function fieldsOf(
  form: Form,
  map: TypedPlace['map'],
  kinds: KindRegistry,
): ReadonlyMap<string, Field> {
  const kind = form.names.has('apiVersion') ? kindOf(form, map, kinds) : undefined;
  return kind === undefined ? form.names : formOfType(kind.schema).names;
}

function nameOption(name: string, { doc, form }: Field, colon: string, mark = ''): Completion {
  const { names, others, items, isScalar } = form();
  // What has to be a map or a list usually continues in the next line.
  const isLong = !isScalar && (names.size > 0 || others !== undefined || items !== undefined);
  const label = `${mark}${name}`;
  const text = `${label}${colon}${colon === '' || isLong ? '' : ' '}`;
  return { label, text, is: 'name', ...(doc !== undefined && { doc }) };
}

function valuesOf(form: Form, { path }: TypedPlace, kinds: KindRegistry): readonly Completion[] {
  const last = path.at(-1);
  if (last === undefined || last === 'item' || form.values.length > 0) {
    return form.values.map(valueOption);
  }
  if (last.name === 'kind') return namesOfKinds(kinds.stored).map(valueOption);
  if (last.name !== 'apiVersion') return [];
  const kind = textIn(last.in, 'kind');
  const served = kinds.all.filter((each) => kind === undefined || each.kind === kind);
  return versionsOf(served).map(valueOption);
}

function namesOfKinds(kinds: readonly Kind[]): readonly string[] {
  return [...new Set(kinds.map(({ kind }) => kind))].sort();
}

function versionsOf(kinds: readonly Kind[]): readonly string[] {
  return [...new Set(kinds.map(apiVersionOf))].sort();
}

function valueOption(text: string): Completion {
  return { label: text, text, is: 'value' };
}
