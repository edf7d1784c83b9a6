/** Webhooks that may change what is written, asked one after the other: each sees what those before it made. */
import { internalError, quote, semanticEqual, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { JsonPatch } from '../../patch/json-patch.ts';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import type { Answer } from './answer.ts';
import { callHook, rejectUnlessIgnored, type Subject } from './call-hook.ts';
import { changedFields } from './changed-fields.ts';
import { meetsConditions } from './conditions.ts';
import { CallFailure } from './failures.ts';
import { converted, storedForm, subjectFor } from './forms.ts';
import type { Candidate } from './hooks.ts';
import { applyHookPatch, readHookPatch } from './patch.ts';
import { isSelected } from './selects.ts';

/** The only type of patch that there is. */
const jsonPatch = 'JSONPatch';

export async function mutateByWebhooks(
  object: KubeObject,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
): Promise<KubeObject> {
  const { trail } = request;
  let result = object;
  trail?.enter(result);
  for (const candidate of candidatesFor(request, access)) {
    if (trail?.skips(candidate.hook) === true) continue;
    result = await ask(candidate, result, old, request, access);
  }
  trail?.leave(result);
  return result;
}

/** Asks them about a request that writes nothing. */
export async function examineByWebhooks(
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
): Promise<void> {
  for (const candidate of candidatesFor(request, access)) {
    if (!isSelected(candidate.hook, undefined, old, request, access)) continue;
    const conversion = converted(candidate.kind, [old], request, access);
    if (conversion !== undefined) await conversion;
    const meets = meetsConditions(candidate, { request, object: undefined, old }, access);
    if (!(meets instanceof Promise ? await meets : meets)) continue;
    const subject = subjectFor(candidate.kind, undefined, old, request, access);
    const answer = await callHook(candidate, subject, request, access, true);
    if (answer?.patch && readHookPatch(answer.patch).length > 0) throw immutable(candidate);
  }
}

function candidatesFor(
  { kind, operation, subresource }: AdmissionRequest,
  { webhooks }: AdmissionAccess,
): readonly Candidate[] {
  return webhooks.mutating.candidates(kind, operation, subresource);
}

/** Returns the object as the webhook makes it, with its defaults filled in again. */
async function ask(
  candidate: Candidate,
  object: KubeObject,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
): Promise<KubeObject> {
  const { hook, kind } = candidate;
  if (!isSelected(hook, object, old, request, access)) return object;
  const conversion = converted(kind, [object, old], request, access);
  if (conversion !== undefined) await conversion;
  const meets = meetsConditions(candidate, { request, object, old }, access);
  if (!(meets instanceof Promise ? await meets : meets)) return object;
  const plain = subjectFor(kind, object, old, request, access);
  const subject = { ...plain, object: asSent(plain, request) };
  const answer = await callHook(candidate, subject, request, access, true);
  const patch = patchOf(candidate, answer, request);
  if (patch.length === 0) {
    request.trail?.called(hook, false);
    return object;
  }
  const form = request.form ?? kind;
  const patched = applyHookPatch(subject.object, patch, form, access.webhooks.kinds);
  const isChanged = !semanticEqual(patched, subject.object);
  request.trail?.called(hook, isChanged);
  if (!isChanged) return object;
  const fields = changedFields(subject.object, patched);
  request.trail?.changes.push({ webhook: hook.webhook.name, fields });
  return storedForm(kind, withDefaults(form, patched, access), request, access);
}

/** Returns no operations when there is nothing to change, or the failure to say so is ignored. */
function patchOf(
  candidate: Candidate,
  { patch: text, patchType = jsonPatch }: Partial<Answer> = {},
  request: AdmissionRequest,
): JsonPatch {
  const { hook } = candidate;
  const patch = text ? readHookPatch(text) : [];
  if (patch.length === 0) return [];
  if (request.operation === 'CONNECT') throw immutable(candidate);
  if (patchType === jsonPatch) return patch;
  const why = `unsupported patch type ${quote(patchType)}`;
  rejectUnlessIgnored(hook, new CallFailure(hook.webhook.name, why), request);
  return [];
}

function withDefaults(kind: Kind, object: KubeObject, { webhooks }: AdmissionAccess): KubeObject {
  return kind.rules.defaults?.(object, webhooks.kinds.profile) ?? object;
}

/** Returns it with its namespace, and the owners that its fields get. */
function asSent({ object }: Subject, { kind, namespace, entries }: AdmissionRequest): KubeObject {
  const owned = entries?.() ?? [];
  const isPlaced = kind.namespaced && namespace !== undefined;
  const metadata = {
    ...object!.metadata,
    ...(isPlaced && { namespace }),
    ...(owned.length > 0 && { managedFields: owned }),
  };
  return { ...object!, metadata };
}

function immutable({ hook }: Candidate): Error {
  const who = `admission webhook ${quote(hook.webhook.name)}`;
  return internalError(
    `${who} attempted to modify the object, which is not supported for this operation`,
  );
}
