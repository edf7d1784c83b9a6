/** Converts custom resources by webhooks, ahead of the reads and writes that need them. */
import { serverError, type KubeObject } from '#values';
import type { WebhookConversion } from '#types';
import type { Backend } from '../backend.ts';
import type { Resource } from '../resource.ts';
import { post } from '../webhooks/post.ts';
import { reviewVersionIn } from '../webhooks/review.ts';
import { convertedOf, UnreadableObject } from './answered.ts';
import { conversionJson, convertedBy, type ConversionRequest } from './review.ts';

/** Webhooks have this long to answer. */
const timeoutMs = 30_000;
const userAgent = 'kube-apiserver-admission';

/**
 * Converts stored objects that the resource shows in another version: at each read, as in v1.24.
 * Undefined when there is nothing to wait for, which is so for all resources without a webhook.
 * Rejects with the {@link ApiError} 500 of a webhook that fails.
 * @param isFollowed a watch shows the objects, and needs each of them once
 */
export function converting(
  backend: Backend,
  resource: Resource,
  stored: readonly KubeObject[],
  isFollowed = false,
): Promise<void> | undefined {
  const { converted } = resource;
  if (converted === undefined) return undefined;
  const waiting = stored.filter((object) =>
    isFollowed ? converted.lacks(object) : converted.isOther(object),
  );
  return waiting.length === 0 ? undefined : convertAll(backend, resource, waiting);
}

/**
 * What is stored, in the version of the resource: a promise only if a webhook converts it. Rejects
 * like {@link converting}.
 */
export function currentForm<T extends KubeObject | undefined>(
  backend: Backend,
  resource: Resource,
  stored: T,
): KubeObject | (T & undefined) | Promise<KubeObject> {
  if (stored === undefined) return stored;
  const conversion = converting(backend, resource, [stored]);
  return conversion?.then(() => resource.current(stored)) ?? resource.current(stored);
}

async function convertAll(
  backend: Backend,
  { converted, apiVersion, kind }: Resource,
  waiting: readonly KubeObject[],
): Promise<void> {
  const { inOwnVersion, webhook } = kind.custom!;
  // One at a time, as v1.24 decodes them.
  for (const stored of waiting) {
    const result = await convert(backend, webhook!, inOwnVersion(stored), apiVersion);
    const { resourceVersion } = stored.metadata;
    converted!.add(stored, { ...result, metadata: { ...result.metadata, resourceVersion } });
  }
}

/** The object in the version that is stored: a promise only if a webhook converts it. */
export function storedForm(
  backend: Backend,
  { kind: { custom }, inStoredVersion }: Resource,
  object: KubeObject,
): KubeObject | Promise<KubeObject> {
  if (custom?.webhook === undefined || object.apiVersion === custom.stored)
    return inStoredVersion(object);
  return convert(backend, custom.webhook, object, custom.stored).then(custom.inOwnVersion);
}

/** Asks a webhook for the object in another version. Rejects with the {@link ApiError} 500 of one that fails. */
export async function convert(
  backend: Backend,
  webhook: WebhookConversion,
  object: KubeObject,
  desired: string,
): Promise<KubeObject> {
  const release = backend.clock.hold('conversion webhook');
  try {
    return await ask(backend, webhook, object, desired);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UnreadableObject) throw serverError(message);
    const type = `${object.apiVersion}, Kind=${object.kind}`;
    throw serverError(`conversion webhook for ${type} ${message}`);
  } finally {
    release();
  }
}

async function ask(
  { store, callWebhook, reviewUids }: Backend,
  { clientConfig: client, conversionReviewVersions }: WebhookConversion,
  object: KubeObject,
  desired: string,
): Promise<KubeObject> {
  const version = reviewVersionIn(conversionReviewVersions);
  if (version === undefined)
    throw new Error('failed: no supported ConversionReview versions found');
  const request: ConversionRequest = { uid: reviewUids.uuid(), version, object, desired };
  const body = conversionJson(request);
  let objects: readonly unknown[];
  try {
    const call = { client: client!, userAgent, body, timeoutMs };
    objects = convertedBy(await post({ store, call: callWebhook }, call), request);
  } catch (error) {
    throw new Error(`failed: ${(error as Error).message}`, { cause: error });
  }
  return convertedOf(objects, request);
}
