import { ApiError } from '#kinds';
import type { RequestPath } from '../path.ts';

/** What needs containers that run or a network between them, and what is said instead. */
const unsimulated: Readonly<Record<string, string>> = {
  'pods/proxy': 'pods are simulated: nothing listens on their ports',
  'services/proxy': 'pods are simulated: nothing listens behind a service',
  'nodes/proxy': 'nodes are simulated: there is no kubelet to talk to',
};

/** @throws {ApiError} 501 for what the simulation does not reach */
export function checkUnsimulated({ group, resource, subresource }: RequestPath): void {
  if (subresource === '' || group !== '') return;
  const why = unsimulated[`${resource}/${subresource}`];
  if (why !== undefined) throw new ApiError(501, undefined, why);
}
