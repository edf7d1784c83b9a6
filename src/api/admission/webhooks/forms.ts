/**
 * Objects as webhooks see them: in a served form, as they would be answered. Writes have built-in
 * kinds in the form that is stored, and custom resources in the one that is served.
 */
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import type { Subject } from './call-hook.ts';
import { typedAs } from './review.ts';

/** The objects of a request in the form of a kind. Those of other forms, such as a Scale, stay as they are. */
export function subjectFor(
  kind: Kind,
  object: KubeObject | undefined,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
): Subject {
  const shown = (each: KubeObject | undefined): KubeObject | undefined =>
    each && formOf(kind, each, request, access);
  return { object: shown(object), old: shown(old) };
}

function formOf(
  kind: Kind,
  object: KubeObject,
  { kind: own, form }: AdmissionRequest,
  { webhooks }: AdmissionAccess,
): KubeObject {
  if (form !== undefined) return typedAs(form, object);
  const { custom } = own;
  if (custom !== undefined) return kind === own ? object : kind.custom!.read(custom.write(object));
  return typedAs(kind, webhooks.resource(kind).fromStorage(object));
}

/** Back from {@link subjectFor}. */
export function storedForm(
  kind: Kind,
  object: KubeObject,
  { kind: own, form }: AdmissionRequest,
  { webhooks }: AdmissionAccess,
): KubeObject {
  if (form !== undefined) return object;
  const { custom } = own;
  if (custom !== undefined) return kind === own ? object : custom.read(kind.custom!.write(object));
  return webhooks.resource(kind).toStorage(object);
}
