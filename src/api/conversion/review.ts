/** What a webhook that converts custom resources gets and answers. Pure; errors have v1.24's words. */
import {
  deepEqual,
  invalid,
  jsonTypeOf,
  omitFields,
  quote,
  validateAnnotations,
  validateLabels,
  type FieldErrors,
  type KubeObject,
  type ObjectMeta,
} from '#kinds';

type JsonObject = Readonly<Record<string, unknown>>;

/** A request to convert one object. */
export interface ConversionRequest {
  readonly uid: string;
  /** Of ConversionReview: `v1` or `v1beta1`. */
  readonly version: string;
  readonly object: KubeObject;
  readonly desired: string;
}

export function conversionJson({ uid, version, object, desired }: ConversionRequest): string {
  const metadata = omitFields(object.metadata, ['resourceVersion']);
  return JSON.stringify({
    kind: 'ConversionReview',
    apiVersion: `apiextensions.k8s.io/${version}`,
    request: { uid, desiredAPIVersion: desired, objects: [{ ...object, metadata }] },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  });
}

/** The converted object of an answer. @throws {Error} with what stands after `conversion webhook for ... ` */
export function convertedOf(review: JsonObject, request: ConversionRequest): KubeObject {
  const { response } = review as { readonly response?: JsonObject | null };
  if (response == null) throw new Error('failed: no response provided');
  const {
    uid = '',
    result,
    convertedObjects,
  } = response as {
    readonly uid?: string;
    readonly result?: { readonly status?: string; readonly message?: string };
    readonly convertedObjects?: readonly unknown[] | null;
  };
  if (uid !== request.uid) {
    throw new Error(`failed: expected response.uid=${quote(request.uid)}, got ${quote(uid)}`);
  }
  if (result?.status !== 'Success') throw new Error(`failed: ${failureOf(result)}`);
  const converted = convertedObjects ?? [];
  if (converted.length !== 1) {
    throw new Error(`returned ${converted.length} objects, expected 1`);
  }
  return checked(converted[0], request);
}

function failureOf(result: { readonly status?: string; readonly message?: string } = {}): string {
  const { status = '', message } = result;
  if (message) return message;
  return `response.result.status was '${status}', not 'Success'`;
}

function checked(value: unknown, { object, desired }: ConversionRequest): KubeObject {
  const at = 'returned invalid object at index 0';
  if (jsonTypeOf(value) !== 'object') throw new Error(`${at}: expected an object`);
  const { apiVersion = '', kind = '' } = value as Partial<KubeObject>;
  if (apiVersion !== desired) {
    throw new Error(`${at}: invalid groupVersion (expected ${desired}, received ${apiVersion})`);
  }
  if (kind !== object.kind) {
    throw new Error(`${at}: invalid kind (expected ${object.kind}, received ${kind})`);
  }
  return withMetadataOf(value as KubeObject, object);
}

/** Webhooks change labels and annotations only; all other metadata stay. */
function withMetadataOf(converted: KubeObject, object: KubeObject): KubeObject {
  const given = (converted.metadata ?? {}) as Partial<ObjectMeta>;
  const { metadata } = object;
  for (const field of ['name', 'namespace', 'uid'] as const) {
    const [had, has] = [metadata[field] ?? '', given[field] ?? ''];
    if (had === has) continue;
    throw new Error(
      `returned invalid object: must have the same ${field === 'uid' ? 'UID' : field}: ${had} != ${has}`,
    );
  }
  const { labels, annotations } = given;
  const errors: FieldErrors = [];
  checkTexts(errors, labels, 'metadata.labels');
  checkTexts(errors, annotations, 'metadata.annotations');
  if (errors.length === 0) {
    validateLabels(errors, labels, 'metadata.labels');
    validateAnnotations(errors, annotations, 'metadata.annotations');
  }
  if (errors.length > 0) {
    const texts = errors.map(({ field, message }) => `${field}: ${message}`);
    const all = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
    throw new Error(`returned invalid metadata: ${all}`);
  }
  const same = deepEqual(labels, metadata.labels) && deepEqual(annotations, metadata.annotations);
  return { ...converted, metadata: same ? metadata : withTexts(metadata, given) };
}

function checkTexts(errors: FieldErrors, map: unknown, field: string): void {
  if (map === undefined) return;
  const isMap = jsonTypeOf(map) === 'object';
  if (isMap && Object.values(map as object).every((value) => typeof value === 'string')) return;
  errors.push(invalid(field, quote(jsonTypeOf(map)), 'must be a map of texts'));
}

function withTexts(metadata: ObjectMeta, given: Partial<ObjectMeta>): ObjectMeta {
  const rest = omitFields(metadata, ['labels', 'annotations']);
  const { labels, annotations } = given;
  return { ...rest, ...(labels && { labels }), ...(annotations && { annotations }) };
}
