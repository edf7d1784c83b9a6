/** What a server of a release finds wrong with an object. */
import { profileOf, worded, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { apiRig, context, refusal } from './api.ts';

export interface Refused {
  readonly resource: string;
  readonly object: Record<string, unknown>;
  /** What the object is once it is stored, which `object` then updates. */
  readonly stored?: Record<string, unknown>;
}

/** Returns `field: message` of each cause. */
export async function causesIn(
  minor: number,
  { resource, object, stored }: Refused,
): Promise<readonly string[]> {
  const profile = profileOf(minor);
  const { api } = await apiRig({ profile });
  const [plural = '', version = '', ...group] = resource.split('.');
  const kind = api.kinds.byResource(group.join('.'), version, plural) as Kind;
  const namespace = kind.namespaced ? 'default' : undefined;
  const made = (fields: Record<string, unknown>): KubeObject => {
    const metadata = { name: 'a', namespace, ...(fields['metadata'] as object | undefined) };
    return { ...fields, metadata } as unknown as KubeObject;
  };
  if (stored !== undefined) await api.create(context, kind, made(stored));
  const error = await refusal(
    stored === undefined
      ? api.create(context, kind, made(object))
      : api.update(context, kind, { namespace, name: 'a' }, made(object)),
  );
  const { details } = worded(error, profile);
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}
