/**
 * Objects as webhooks see them: in a served form, as they would be answered. Writes have built-in
 * kinds in the form that is stored, and custom resources in the one that is served.
 */
import { apiVersionOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import type { Subject } from './call-hook.ts';
import { typedAs } from './review.ts';

/**
 * Has objects of a request converted that {@link subjectFor} is going to show in the form of a kind. Undefined when there is
 * nothing to wait for, as only webhooks of custom resources take time. Rejects with the {@link ApiError} 500 of one that fails.
 */
export function converted(
  kind: Kind,
  objects: readonly (KubeObject | undefined)[],
  { kind: { custom }, form }: AdmissionRequest,
  { webhooks }: AdmissionAccess,
): Promise<void> | undefined {
  if (form !== undefined || custom?.webhook === undefined) return undefined;
  const shown = webhooks.shownAs(kind);
  const waiting = objects.filter((each) => each !== undefined && shown.lacks(each));
  if (waiting.length === 0) return undefined;
  return convertAll(waiting as readonly KubeObject[]);

  async function convertAll(those: readonly KubeObject[]): Promise<void> {
    for (const each of those) {
      shown.add(each, await webhooks.convert(custom!.webhook!, each, apiVersionOf(kind)));
    }
  }
}

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
  if (custom !== undefined) {
    if (kind === own) return object;
    if (custom.webhook !== undefined) return webhooks.shownAs(kind).of(object);
    return kind.custom!.read(custom.write(object));
  }
  return typedAs(kind, webhooks.resource(kind).fromStorage(object));
}

/** Back from {@link subjectFor}: a promise only if a webhook converts it. */
export function storedForm(
  kind: Kind,
  object: KubeObject,
  { kind: own, form }: AdmissionRequest,
  { webhooks }: AdmissionAccess,
): KubeObject | Promise<KubeObject> {
  if (form !== undefined) return object;
  const { custom } = own;
  if (custom === undefined) return webhooks.resource(kind).toStorage(object);
  if (kind === own) return object;
  if (custom.webhook === undefined) return custom.read(kind.custom!.write(object));
  return webhooks.convert(custom.webhook, object, apiVersionOf(own)).then((result) => {
    webhooks.shownAs(kind).add(result, object);
    return result;
  });
}
