/** What Go calls the types of fields, in messages about values that do not fit them. */
import { describe, expect, it } from 'vitest';
import {
  cronJob,
  decodeAs,
  ofRelease,
  pod,
  profileOf,
  resourceSlice,
  service,
  statefulSet,
  type Kind,
} from '#kinds';
import { validatingAdmissionPolicy } from '../../../../src/policies/index.ts';
import type { KubeObject } from '#values';

function fault<T extends KubeObject>(minor: number, kind: Kind<T>, spec: object): string {
  try {
    decodeAs(ofRelease(kind, profileOf(minor).schemas), { spec });
  } catch (error) {
    return (error as Error).message;
  }
  return 'it fits';
}

const ends = (text: string) => text.replace(/^.*json: cannot unmarshal /, '');

describe('a value that does not fit', () => {
  it.each([
    [24, 'v1.ServiceExternalTrafficPolicyType'],
    [26, 'v1.ServiceExternalTrafficPolicyType'],
    [27, 'v1.ServiceExternalTrafficPolicy'],
  ])('learns the type as 1.%i names it: %s', (minor, type) => {
    expect(ends(fault(minor, service, { externalTrafficPolicy: 5 }))).toBe(
      `number into Go struct field ServiceSpec.spec.externalTrafficPolicy of type ${type}`,
    );
  });

  it('learns the named type of a text', () => {
    const policy = { podReplacementPolicy: 5 };
    const place = 'JobSpec.spec.jobTemplate.spec.podReplacementPolicy';
    expect(ends(fault(37, cronJob, { jobTemplate: { spec: policy } }))).toBe(
      `number into Go struct field ${place} of type v1.PodReplacementPolicy`,
    );
    expect(ends(fault(37, pod, { containers: [{ restartPolicy: 5 }] }))).toBe(
      'number into Go struct field Container.spec.containers.restartPolicy of type v1.ContainerRestartPolicy',
    );
  });

  it('learns the named type of a value of a map and of what a rule is about', () => {
    const status = { allocatedResourceStatuses: { storage: 5 } };
    expect(ends(fault(34, statefulSet, { volumeClaimTemplates: [{ status }] }))).toContain(
      'allocatedResourceStatuses of type v1.ClaimResourceStatus',
    );
    const matchConstraints = { resourceRules: [{ operations: 'x' }] };
    expect(ends(fault(34, validatingAdmissionPolicy, { matchConstraints }))).toBe(
      'string into Go struct field NamedRuleWithOperations.spec.matchConstraints.resourceRules.operations of type []v1.OperationType',
    );
  });

  it('learns the type of the keys of a map', () => {
    expect(ends(fault(37, resourceSlice, { devices: [{ capacity: false }] }))).toBe(
      'bool into Go struct field Device.spec.devices.capacity of type map[v1.QualifiedName]v1.DeviceCapacity',
    );
  });

  it('has the struct of its type in its path, since 1.35', () => {
    const claims = { volumeClaimTemplates: [{ kind: 5 }] };
    const place = (type: string) =>
      `number into Go struct field PersistentVolumeClaim.spec.volumeClaimTemplates.${type}kind of type string`;
    expect(ends(fault(37, statefulSet, claims))).toBe(place('TypeMeta.'));
    expect(ends(fault(34, statefulSet, claims))).toBe(place(''));
  });
});
