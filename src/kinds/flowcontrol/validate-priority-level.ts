/** Checks of priority levels. */
import { forbidden, invalid, notSupported, required, show, type FieldErrors } from '#values';
import type {
  LimitResponse,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '#types/flowcontrol-v1beta2';

const types = ['Exempt', 'Limited'];
const responses = ['Queue', 'Reject'];
const mostQueues = 10_000_000;
/** Hands of queues are dealt from a hash of this many bits. */
const hashBits = 60;

export function validatePriorityLevelSpec(
  errors: FieldErrors,
  name: string,
  { type, limited }: PriorityLevelConfigurationSpec,
): void {
  if ((name === 'exempt') !== (type === 'Exempt')) {
    const why = "type must be 'Exempt' if and only if name is 'exempt'";
    errors.push(invalid('spec.type', show(type ?? ''), why));
  }
  if (!types.includes(type)) {
    errors.push(notSupported('spec.type', show(type ?? ''), types));
  } else if (type === 'Exempt') {
    if (limited == null) return;
    errors.push(forbidden('spec.limited', 'must be nil if the type is not Limited'));
  } else if (limited == null) {
    errors.push(required('spec.limited', 'must not be empty when type is Limited'));
  } else {
    const { assuredConcurrencyShares: shares = 0, limitResponse } = limited;
    validatePositive(errors, shares, 'spec.limited.assuredConcurrencyShares');
    validateResponse(errors, limitResponse!, 'spec.limited.limitResponse');
  }
}

function validateResponse(
  errors: FieldErrors,
  { type = '', queuing }: LimitResponse,
  field: string,
): void {
  const at = `${field}.queuing`;
  if (!responses.includes(type)) {
    errors.push(notSupported(`${field}.type`, show(type), responses));
  } else if (type === 'Reject') {
    if (queuing == null) return;
    errors.push(forbidden(at, 'must be nil if limited.limitResponse.type is not Limited'));
  } else if (queuing == null) {
    errors.push(required(at, 'must not be empty if limited.limitResponse.type is Limited'));
  } else validateQueuing(errors, queuing, at);
}

function validateQueuing(
  errors: FieldErrors,
  { queues = 0, handSize = 0, queueLengthLimit = 0 }: QueuingConfiguration,
  field: string,
): void {
  validatePositive(errors, queueLengthLimit, `${field}.queueLengthLimit`);
  if (validatePositive(errors, queues, `${field}.queues`) && queues > mostQueues) {
    const why = `must not be greater than ${mostQueues}`;
    errors.push(invalid(`${field}.queues`, show(queues), why));
  }
  if (!validatePositive(errors, handSize, `${field}.handSize`)) return;
  const why = faultOfHand(queues, handSize);
  if (why !== undefined) errors.push(invalid(`${field}.handSize`, show(handSize), why));
}

function faultOfHand(queues: number, handSize: number): string | undefined {
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  const bits = Math.ceil(Math.log2(queues) * handSize);
  if (bits <= hashBits) return undefined;
  const needed = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
  return `${needed} should not be greater than ${hashBits}`;
}

function validatePositive(errors: FieldErrors, value: number, field: string): boolean {
  if (value > 0) return true;
  errors.push(invalid(field, show(value), 'must be positive'));
  return false;
}
