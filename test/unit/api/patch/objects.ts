/** What the tests of patches work on. */
import type { KubeObject } from '#values';

export const node: KubeObject = deepFreeze({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'n1',
    uid: 'u1',
    resourceVersion: '1',
    creationTimestamp: '2026-11-20T20:00:00Z',
    labels: { a: '1' },
  },
});

/** So that a patch that changes what it should leave alone fails. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value) as unknown[]) deepFreeze(part);
  }
  return value;
}
