/** What is said about a field that a type has in other releases only. */
import { describe, expect, it } from 'vitest';
import { foreignFieldText, profileOf } from '#kinds';

const textOf = (minor: number, type: string, field: string): string | undefined => {
  const [module, name] = type.split(' ') as [string, string];
  return foreignFieldText(profileOf(minor).schemas.of(module, name), field);
};

describe('a field of another release', () => {
  // As Kubernetes' documentation dates them.
  it.each<[minor: number, type: string, field: string, text: string]>([
    [24, 'batch/v1 JobSpec', 'podFailurePolicy', '1.25 and later (stable in 1.31)'],
    [24, 'batch/v1 JobSpec', 'backoffLimitPerIndex', '1.28 and later (stable in 1.33)'],
    [27, 'batch/v1 JobSpec', 'backoffLimitPerIndex', '1.28 and later (stable in 1.33)'],
    [25, 'apps/v1 StatefulSetSpec', 'ordinals', '1.26 and later (stable in 1.31)'],
    [24, 'core/v1 PodSpec', 'schedulingGates', '1.26 and later (stable in 1.30)'],
    [24, 'core/v1 PodSpec', 'hostUsers', '1.25 and later (stable in 1.36)'],
    [24, 'core/v1 Container', 'restartPolicy', '1.28 and later (stable in 1.33)'],
    [30, 'core/v1 Volume', 'image', '1.31 and later (stable in 1.36)'],
    [24, 'core/v1 TopologySpreadConstraint', 'matchLabelKeys', '1.25 and later'],
    // Those that are gone.
    [24, 'core/v1 PodSpec', 'workloadRef', '1.35 only'],
    [36, 'core/v1 PodSpec', 'workloadRef', '1.35 only'],
    [25, 'meta/v1 ObjectMeta', 'clusterName', '1.24 and earlier'],
    [31, 'core/v1 PodResourceClaim', 'source', '1.30 and earlier'],
  ])('is, for v1.%i, of %s.%s as that was of %s', (minor, type, field, text) => {
    const said = textOf(minor, type, field);
    expect(said).toBe(`is of Kubernetes ${text}; v1.${minor} drops it`);
  });
});

it.each([
  ['core/v1 PodSpec', 'scheduling'],
  ['core/v1 Pod', 'schedulingGates'],
  ['core/v1 PodSpec', 'nodeNme'],
])('nothing is said about %s.%s, which no release has', (type, field) => {
  expect(textOf(24, type, field)).toBeUndefined();
});
