/** The conditions of a definition besides those of its names. */
import {
  approvalOf,
  established,
  isDefinitionTrue,
  isProtectedGroup,
  withDefinitionCondition,
  type Approval,
} from '#custom';
import { deepEqual } from '#values';
import type { CustomResourceDefinition, CustomResourceDefinitionCondition } from '#types';

type Definition = CustomResourceDefinition;
type Condition = CustomResourceDefinitionCondition;

/** With accepted names it is established, and stays so. Else the same definition. */
export function establish(definition: Definition, now: number): Definition {
  const isDue =
    isDefinitionTrue(definition, 'NamesAccepted') && !isDefinitionTrue(definition, 'Established');
  return isDue ? withDefinitionCondition(definition, established, now) : definition;
}

const approvals: Readonly<Record<Approval, Pick<Condition, 'status' | 'reason'>>> = {
  approved: { status: 'True', reason: 'ApprovedAnnotation' },
  bypassed: { status: 'False', reason: 'UnapprovedAnnotation' },
  invalid: { status: 'False', reason: 'InvalidAnnotation' },
  missing: { status: 'False', reason: 'MissingAnnotation' },
};

/** In a protected group it shows whether it is approved. Else the same definition. */
export function approved(definition: Definition, now: number): Definition {
  if (!isProtectedGroup(definition.spec.group)) return definition;
  const { approval, message } = approvalOf(definition.metadata.annotations);
  const type = 'KubernetesAPIApprovalPolicyConformant';
  return withDefinitionCondition(definition, { type, ...approvals[approval], message }, now);
}

/** Which step of the deletion it is in. */
const steps = {
  inProgress: ['True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress'],
  completed: ['False', 'InstanceDeletionCompleted', 'removed all instances'],
  neverEstablished: ['False', 'NeverEstablished', 'resource was never established'],
} as const;

export function terminating(
  definition: Definition,
  step: keyof typeof steps,
  now: number,
): Definition {
  const [status, reason, message] = steps[step];
  return withDefinitionCondition(definition, { type: 'Terminating', status, reason, message }, now);
}

/** The deletion cannot go further for now. */
export function stuck(
  definition: Definition,
  reason: 'InstanceDeletionFailed' | 'InstanceDeletionCheck',
  message: string,
  now: number,
): Definition {
  const condition: Condition = { type: 'Terminating', status: 'True', reason, message };
  return withDefinitionCondition(definition, condition, now);
}

/** Whether two states of a definition differ in nothing but how far its deletion has come. */
export function differOnlyInDeletion(one: Definition, other: Definition): boolean {
  return deepEqual(withoutDeletion(one), withoutDeletion(other));
}

function withoutDeletion({ metadata, status, ...rest }: Definition): object {
  const conditions = status.conditions?.filter(({ type }) => type !== 'Terminating');
  return {
    ...rest,
    metadata: { ...metadata, resourceVersion: '', managedFields: undefined },
    status: { ...status, conditions },
  };
}
