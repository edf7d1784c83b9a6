/** Since when custom resources are served. */
import type { Millis } from '#clock';
import type { KubeObject } from '#values';
import type { Target } from './target.ts';
import type { ObjectChange } from './when.ts';

const bucket = 'customresourcedefinitions.apiextensions.k8s.io';

interface Definition extends KubeObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

export class NewKinds {
  /** By `widgets.example.com`. */
  readonly #since = new Map<string, Millis>();

  /** Notes a definition that is established or gone. */
  see({ bucket: of, type, value, previous }: ObjectChange, now: Millis): void {
    if (of !== bucket) return;
    const { name } = value.metadata;
    if (type === 'deleted') this.#since.delete(name);
    else if (isEstablished(value) && !isEstablished(previous)) this.#since.set(name, now);
  }

  /** Whether what is asked for was established at most this long before. */
  isNew({ group, resource }: Target, ms: Millis, now: Millis): boolean {
    const since = this.#since.get(`${resource}.${group}`);
    return since !== undefined && now - since <= ms;
  }
}

function isEstablished(definition: Definition | undefined): boolean {
  const conditions = definition?.status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Established' && status === 'True');
}
