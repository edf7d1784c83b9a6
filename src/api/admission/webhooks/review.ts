/** The AdmissionReview that a webhook gets. */
import { apiVersionOf, resourceOf, type Kind } from '#kinds';
import { objectJson, type KubeObject } from '#values';
import type { ReviewVersion } from '../../webhooks/review.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { reviewedUser, type ReviewedUser } from './user.ts';

/** One call: which review, and in whose form. */
export interface ReviewCall {
  readonly version: ReviewVersion;
  readonly uid: string;
  /** The kind of the resource that the webhook's rule names. */
  readonly kind: Kind;
}

/** As JSON. @param object in the form of the call's kind; undefined where there is none */
export function reviewJson(
  { version, uid, kind }: ReviewCall,
  request: AdmissionRequest,
  object: KubeObject | undefined,
  old: KubeObject | undefined,
): string {
  const { dryRun, options, ...about } = requestFields(request, kind, object);
  const before = JSON.stringify({ uid, ...about });
  const rest = JSON.stringify({ dryRun, options });
  const objects = `"object":${objectText(object)},"oldObject":${objectText(old)}`;
  const fields = `${before.slice(0, -1)},${objects},${rest.slice(1)}`;
  return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/${version}","request":${fields}}`;
}

/** What reviews and expressions show of a request besides its objects. */
export function requestFields(
  request: AdmissionRequest,
  kind: Kind,
  object: KubeObject | undefined,
): RequestFields {
  const { subresource: subResource, form, context } = request;
  const name = nameOf(request, object);
  const namespace = namespaceOf(request, name);
  return {
    kind: kindName(form ?? kind),
    resource: resourceName(kind),
    ...(subResource !== undefined && { subResource }),
    requestKind: kindName(form ?? request.kind),
    requestResource: resourceName(request.kind),
    ...(subResource !== undefined && { requestSubResource: subResource }),
    ...(name !== '' && { name }),
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    operation: request.operation,
    userInfo: reviewedUser(context),
    dryRun: context.dryRun === true,
    options: optionsOf(request),
  };
}

interface RequestFields {
  readonly kind: object;
  readonly resource: object;
  readonly name?: string;
  readonly namespace?: string;
  readonly userInfo: ReviewedUser;
  readonly dryRun: boolean;
  readonly options: object | null;
  readonly [other: string]: unknown;
}

function objectText(object: KubeObject | undefined): string {
  return object === undefined ? 'null' : objectJson(object);
}

function kindName(kind: Kind): object {
  const { group, version } = kind;
  return { group, version, kind: kind.kind };
}

function resourceName({ group, version, plural }: Kind): object {
  return { group, version, resource: plural };
}

/** A new object may still be without a name; one of a collection that is deleted is not named. */
function nameOf(
  { operation, subresource, isOfCollection, name }: AdmissionRequest,
  object: KubeObject | undefined,
): string {
  if (isOfCollection === true) return '';
  if (operation !== 'CREATE' || subresource !== undefined) return name;
  return object?.metadata.name ?? '';
}

/** A namespace is in itself. */
function namespaceOf({ kind, namespace }: AdmissionRequest, name: string): string | undefined {
  return resourceOf(kind) === 'namespaces' ? name : namespace;
}

const optionKinds = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
} as const;

function optionsOf({ operation, context, deletion }: AdmissionRequest): object | null {
  if (operation === 'CONNECT') return null;
  const { gracePeriodSeconds, preconditions, orphanDependents, propagationPolicy } = deletion ?? {};
  return {
    kind: optionKinds[operation],
    apiVersion: 'meta.k8s.io/v1',
    ...{ gracePeriodSeconds, preconditions, orphanDependents, propagationPolicy },
    ...(context.dryRun === true && { dryRun: ['All'] }),
    ...(operation !== 'DELETE' && context.options),
  };
}

/** An object in the form of a kind, with its type in front, as Go writes it. */
export function typedAs(kind: Kind, object: KubeObject): KubeObject {
  return { ...object, kind: kind.kind, apiVersion: apiVersionOf(kind) };
}
