import { withCode } from '#kinds';
import type { KubeObject } from '#values';
import type { Patch } from '#request';
import type { Backend } from '../backend.ts';
import type { RequestContext } from '../context.ts';
import type { Target } from '../resource.ts';
import { answers } from '../reviews/index.ts';
import { bindPod } from './binding.ts';
import { evictions } from './late-eviction.ts';
import { getScale, patchScale, updateScale } from './scale.ts';

/**
 * What the API does for a subresource that is more than a part of the object. Absent verbs work as
 * for such a part. All reject with {@link ApiError}s.
 */
export interface SubresourceHandler {
  readonly get?: (
    backend: Backend,
    target: Target,
    resourceVersion?: string,
  ) => Promise<KubeObject>;
  /** Answers the object itself, as it is then. */
  readonly update?: (
    backend: Backend,
    context: RequestContext,
    target: Target,
    body: KubeObject,
  ) => Promise<KubeObject>;
  /** Like `update`. */
  readonly patch?: (
    backend: Backend,
    context: RequestContext,
    target: Target,
    change: Patch,
  ) => Promise<KubeObject>;
  /** Undefined when the answer is a plain success. */
  readonly post?: (
    backend: Backend,
    context: RequestContext,
    target: Target,
    body: unknown,
  ) => Promise<KubeObject | undefined>;
}

/** By name, for all kinds that declare a subresource of that name. */
export const handlers: Readonly<Record<string, SubresourceHandler>> = {
  binding: { post: bindPod },
  eviction: { post: (...args) => withCode(evictions, (code) => code.evictPod(...args)) },
  scale: { get: getScale, update: updateScale, patch: patchScale },
  token: { post: (...args) => withCode(answers, (code) => code.requestToken(...args)) },
};
