/** Applies to a DaemonSet by name. A test file renews the API before each of its tests: `beforeEach(renewRig)`. */
import { daemonSet } from '#kinds';
import type { ApiError, KubeObject } from '#values';
import type { DaemonSet } from '#types';
import type { RequestContext } from '#api';
import { apiRig, refusal, type ApiRig } from '../../../support/api.ts';

export const ref = { namespace: 'default', name: 'x' };

export const as = (fieldManager: string, parts: Partial<RequestContext> = {}): RequestContext => ({
  origin: { actor: 'test' },
  fieldManager,
  ...parts,
});

interface Options {
  readonly force?: boolean;
  readonly endpoint?: string;
  readonly context?: Partial<RequestContext>;
}

/** The API of the present test. */
export let rig: ApiRig;

/** Replaces it by a new one, with an empty store. */
export async function renewRig(): Promise<void> {
  rig = await apiRig();
}

export const body = (parts: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  ...parts,
  metadata: { name: 'x', ...(parts as { metadata?: object }).metadata },
});

export function applyBody(manager: string, whole: unknown, options: Options = {}) {
  const { force = false, endpoint, context } = options;
  const change = { type: 'apply', body: whole, force } as const;
  return rig.api.patch(as(manager, context), daemonSet, ref, change, endpoint);
}

export async function apply(
  manager: string,
  parts: object,
  options: Options = {},
): Promise<DaemonSet> {
  return (await applyBody(manager, body(parts), options)).object;
}

export const refused = (manager: string, parts: object, options?: Options): Promise<ApiError> =>
  refusal(apply(manager, parts, options));

export async function update(manager: string, patch: object): Promise<DaemonSet> {
  const change = { type: 'merge', body: patch } as const;
  return (await rig.api.patch(as(manager), daemonSet, ref, change)).object;
}

/** A whole DaemonSet, with parts of its only container. */
export const whole = (container: object = {}, spec: object = {}) => ({
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'main', image: 'm:1', ...container }] },
    },
    ...spec,
  },
});
export const labels = (given: Record<string, string> | null) => ({ metadata: { labels: given } });

export function owned(object: KubeObject): Record<string, unknown> {
  const entries = object.metadata.managedFields ?? [];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, subresource].filter(Boolean).join(' '),
      fieldsV1,
    ]),
  );
}

export const labelFields = (...names: readonly string[]) => ({
  'f:metadata': {
    'f:labels': Object.fromEntries(names.map((name) => [`f:${name}`, {}])),
  },
});

export const names = ({ spec }: DaemonSet) => spec.template.spec.containers.map(({ name }) => name);
