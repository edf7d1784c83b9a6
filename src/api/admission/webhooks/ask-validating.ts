/** Webhooks that may reject what is written, asked at the same time. */
import type { KubeObject } from '#values';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { callHook } from './call-hook.ts';
import { meetsConditions } from './conditions.ts';
import { converted, subjectFor } from './forms.ts';
import type { Candidate } from './hooks.ts';
import { isSelected } from './selects.ts';

/** @throws {ApiError} of the webhook that was the first to reject the request */
export async function askAll(
  object: KubeObject | undefined,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
): Promise<void> {
  const { kind, operation, subresource } = request;
  const selected = access.webhooks.validating
    .candidates(kind, operation, subresource)
    .filter(({ hook }) => isSelected(hook, object, old, request, access));
  const rejections: unknown[] = [];
  const meant: Candidate[] = [];
  for (const candidate of selected) {
    const conversion = converted(candidate.kind, [object, old], request, access);
    if (conversion !== undefined) await conversion;
    const meets = meetsConditions(candidate, { request, object, old }, access);
    if (meets instanceof Promise ? await meets : meets) meant.push(candidate);
  }
  await Promise.all(
    meant.map(async (candidate) => {
      const subject = subjectFor(candidate.kind, object, old, request, access);
      try {
        await callHook(candidate, subject, request, access, false);
      } catch (error) {
        rejections.push(error);
      }
    }),
  );
  if (rejections.length > 0) throw rejections[0];
}
