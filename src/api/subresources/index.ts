import type { KubeObject } from '#kinds';
import type { RequestContext } from '../context.ts';
import type { Target } from '../resource.ts';
import type { Backend } from '../backend.ts';
import { bindPod } from './binding.ts';
import { evictPod } from './eviction.ts';

/** POST to a subresource of an object. @throws {ApiError} */
export type SubresourcePost = (
  backend: Backend,
  context: RequestContext,
  target: Target,
  body: unknown,
) => Promise<KubeObject | undefined>;

/** By bucket and subresource. What is missing here does not exist (404). */
export const posts: Readonly<Record<string, SubresourcePost>> = {
  'pods/binding': bindPod,
  'pods/eviction': evictPod,
};
