/** Metadata of templates that objects are made from: labels and annotations alone. */
import { forbidden, type FieldErrors } from '#values';
import type { ObjectMeta } from '#types';

/** What a template may not have, in the order in which Go has it. */
const notForTemplates = [
  ...(['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'] as const),
  ...(['generation', 'creationTimestamp', 'deletionTimestamp'] as const),
  ...(['deletionGracePeriodSeconds', 'ownerReferences', 'finalizers', 'managedFields'] as const),
] as const;

/** Zero values: to Go, a field that holds text or a number itself does not have one. */
const plain: ReadonlySet<unknown> = new Set(['', 0]);

/** Refuses all but labels and annotations. @param why the words of the release */
export function refuseOtherMetadata(
  errors: FieldErrors,
  metadata: Readonly<Partial<Record<keyof ObjectMeta, unknown>>>,
  field: string,
  why: string,
): void {
  for (const name of notForTemplates) {
    const value = metadata[name];
    const isPointer = name === 'deletionGracePeriodSeconds';
    if (value == null || (!isPointer && plain.has(value))) continue;
    const shown = name === 'uid' ? 'uID' : name;
    errors.push(forbidden(`${field}.${shown}`, why));
  }
}
