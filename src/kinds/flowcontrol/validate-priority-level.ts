/** Checks of priority levels. */
import { invalid, notSupported, show, type FieldErrors } from '#values';
import type { StatedErrors } from '../object/stated-checks.ts';
import { validateRange } from '../object/validate-values.ts';
import type { Profile } from '../profile/profile.ts';
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '#types/flowcontrol-v1beta2';

const types = ['Exempt', 'Limited'];
const responses = ['Queue', 'Reject'];
const mostQueues = 10_000_000;
/** Hands of queues are dealt from a hash of this many bits. */
const hashBits = 60;

/** What the checks of a level need to know. */
export interface LevelChecks {
  readonly errors: FieldErrors;
  readonly stated: StatedErrors;
  readonly profile: Profile;
  /** The field of its version that has the shares. */
  readonly shares: string;
}

export function validatePriorityLevelSpec(
  checks: LevelChecks,
  name: string,
  { type = '', limited, exempt }: PriorityLevelConfigurationSpec,
): void {
  const { errors, stated, profile } = checks;
  if ((name === 'exempt') !== (type === 'Exempt')) {
    const why = profile.enabled('QuotedFieldNames')
      ? "must be 'Exempt' if and only if `name` is 'exempt'"
      : "type must be 'Exempt' if and only if name is 'exempt'";
    errors.push(invalid('spec.type', show(type), why));
  }
  if (!types.includes(type) && (type !== '' || !stated.areLast)) {
    errors.push(notSupported('spec.type', show(type), types));
  }
  // What does not belong to the type was refused only there where the type is known.
  const isOther = stated.areLast || types.includes(type);
  if (exempt != null && type !== 'Exempt' && isOther) {
    stated.forbidden('spec.exempt', 'must be nil if the type is Limited');
  } else if (exempt != null && type === 'Exempt') validateLending(errors, exempt, 'spec.exempt');
  if (limited != null && type !== 'Limited' && isOther) {
    stated.forbidden('spec.limited', 'must be nil if the type is not Limited');
  } else if (type === 'Limited' && limited == null) {
    stated.required('spec.limited', 'must not be empty when type is Limited');
  }
  if (type === '' && stated.areLast) stated.required('spec.type');
  if (limited == null) return;
  if (type === 'Limited') validateLimited(checks, limited);
  else if (stated.areLast) {
    stateResponse(stated, limited.limitResponse ?? {}, 'spec.limited.limitResponse');
  }
}

/** Checks of a response that the types state. */
function stateResponse(
  stated: StatedErrors,
  { type = '', queuing }: Partial<LimitResponse>,
  field: string,
): void {
  const at = `${field}.queuing`;
  if (type === 'Queue' && queuing == null) {
    stated.required(at, 'must not be empty if limited.limitResponse.type is Limited');
  } else if (type !== 'Queue' && queuing != null) {
    stated.forbidden(at, 'must be nil if limited.limitResponse.type is not Limited');
  }
  if (type === '') stated.required(`${field}.type`);
}

function validateLimited(
  { errors, stated, profile, shares: field }: LevelChecks,
  limited: LimitedPriorityLevelConfiguration,
): void {
  const { assuredConcurrencyShares: shares = 0, limitResponse, borrowingLimitPercent } = limited;
  const at = `spec.limited.${field}`;
  if (!profile.enabled('ZeroConcurrencyShares')) validatePositive(errors, shares, at);
  else if (shares < 0) errors.push(invalid(at, show(shares), notNegative));
  validateResponse({ errors, stated }, limitResponse!, 'spec.limited.limitResponse');
  validateLendable(errors, limited, 'spec.limited');
  if (borrowingLimitPercent != null && borrowingLimitPercent < 0) {
    const borrowed = 'spec.limited.borrowingLimitPercent';
    errors.push(invalid(borrowed, show(borrowingLimitPercent), `if specified, ${notNegative}`));
  }
}

const notNegative = 'must be a non-negative integer';

function validateLending(
  errors: FieldErrors,
  exempt: ExemptPriorityLevelConfiguration,
  field: string,
): void {
  const { nominalConcurrencyShares: shares } = exempt;
  if (shares != null && shares < 0) {
    errors.push(invalid(`${field}.nominalConcurrencyShares`, show(shares), notNegative));
  }
  validateLendable(errors, exempt, field);
}

function validateLendable(
  errors: FieldErrors,
  { lendablePercent: percent }: { readonly lendablePercent?: number },
  field: string,
): void {
  if (percent != null) validateRange(errors, percent, 0, 100, `${field}.lendablePercent`);
}

function validateResponse(
  { errors, stated }: Pick<LevelChecks, 'errors' | 'stated'>,
  { type = '', queuing }: LimitResponse,
  field: string,
): void {
  const at = `${field}.queuing`;
  if (!responses.includes(type) && (type !== '' || !stated.areLast)) {
    errors.push(notSupported(`${field}.type`, show(type), responses));
  }
  if (stated.areLast || responses.includes(type)) stateResponse(stated, { type, queuing }, field);
  if (type === 'Queue' && queuing != null) validateQueuing(errors, queuing, at);
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
