/** What a webhook made of a custom resource, checked. Pure; errors have v1.24's words. */
import { goTypeOfValue, omitFields, type FieldErrors, type KubeObject } from '#values';
import { jsonTypeOf } from '#schema';
import { validateAnnotations, validateLabels } from '#kinds';
import type { ObjectMeta } from '#types';
import type { ConversionRequest } from './review.ts';

type Texts = Readonly<Record<string, string>>;

/** What v1.24 reports without the name of the kind. */
export class UnreadableObject extends Error {
  override readonly name = 'UnreadableObject';
}

/**
 * The converted object.
 * @throws {UnreadableObject} for one without a kind
 * @throws {Error} with what stands after `conversion webhook for ... `
 */
export function convertedOf(
  objects: readonly unknown[],
  { object, desired }: ConversionRequest,
): KubeObject {
  if (objects.length !== 1) throw new Error(`returned ${objects.length} objects, expected 1`);
  const converted = readObject(objects[0]);
  const { apiVersion = '', kind } = converted;
  const at = 'returned invalid object at index 0';
  if (apiVersion !== desired) {
    throw new Error(`${at}: invalid groupVersion (expected ${desired}, received ${apiVersion})`);
  }
  if (kind !== object.kind) {
    throw new Error(`${at}: invalid kind (expected ${object.kind}, received ${kind})`);
  }
  return { ...converted, metadata: metadataOf(converted, object.metadata) };
}

function readObject(value: unknown): KubeObject {
  const type = jsonTypeOf(value);
  if (type === 'null') throw new UnreadableObject('unexpected end of JSON input');
  if (type !== 'object') {
    throw new UnreadableObject(
      `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  }
  const object = value as KubeObject;
  if (typeof object.kind === 'string' && object.kind !== '') return object;
  throw new UnreadableObject(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
}

/** Webhooks change labels and annotations only; all other metadata stay. */
function metadataOf(converted: KubeObject, metadata: ObjectMeta): ObjectMeta {
  const input = (converted.metadata ?? {}) as Partial<ObjectMeta>;
  for (const field of ['name', 'namespace', 'uid'] as const) {
    const [had, has] = [metadata[field] ?? '', input[field] ?? ''];
    if (had === has) continue;
    const what = field === 'uid' ? 'UID' : field;
    throw new Error(`returned invalid object: must have the same ${what}: ${had} != ${has}`);
  }
  const labels = textsOf('labels', input.labels, metadata.labels);
  const annotations = textsOf('annotations', input.annotations, metadata.annotations);
  if (labels === metadata.labels && annotations === metadata.annotations) return metadata;
  return {
    ...omitFields(metadata, ['labels', 'annotations']),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  };
}

const checks = { labels: validateLabels, annotations: validateAnnotations };

/** The map that replaces the present one; the same map when they are equal, which is not checked. */
function textsOf(
  field: 'labels' | 'annotations',
  input: unknown,
  present: Texts | undefined,
): Texts | undefined {
  if (input == null) return undefined;
  const invalid = 'returned invalid metadata: ';
  if (jsonTypeOf(input) !== 'object') {
    const type = goTypeOfValue(input);
    throw new Error(`${invalid}invalid metadata.${field} of type ${type} in converted object`);
  }
  const texts = input as Texts;
  for (const [key, value] of Object.entries<unknown>(texts)) {
    if (typeof value === 'string') continue;
    throw new Error(
      `${invalid}metadata.${field}[${key}] must be a string, but is ${goTypeOfValue(value)} in converted object`,
    );
  }
  if (isSame(texts, present)) return present;
  const errors: FieldErrors = [];
  checks[field](errors, texts, `metadata.${field}`);
  if (errors.length === 0) return texts;
  const found = errors.map(({ field: path, message }) => `${path}: ${message}`);
  throw new Error(`${invalid}${found.length === 1 ? found[0]! : `[${found.join(', ')}]`}`);
}

function isSame(texts: Texts, present: Texts | undefined): boolean {
  const keys = Object.keys(texts);
  const before = present ?? {};
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => Object.hasOwn(before, key) && before[key] === texts[key])
  );
}
