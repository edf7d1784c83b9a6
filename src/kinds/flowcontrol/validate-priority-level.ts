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
  if (type === '' && profile.enabled('StatedChecks')) stated.required('spec.type');
  else if (!types.includes(type)) errors.push(notSupported('spec.type', show(type), types));
  if (type === 'Exempt') {
    if (limited != null) stated.forbidden('spec.limited', 'must be nil if the type is not Limited');
    if (exempt != null) validateLending(errors, exempt, 'spec.exempt');
  }
  if (type === 'Limited') {
    if (exempt != null) stated.forbidden('spec.exempt', 'must be nil if the type is Limited');
    if (limited == null) {
      stated.required('spec.limited', 'must not be empty when type is Limited');
    } else validateLimited(checks, limited);
  } else if (limited != null && !limited.limitResponse?.type && profile.enabled('StatedChecks')) {
    stated.required('spec.limited.limitResponse.type');
  }
}

function validateLimited(
  { errors, stated, profile, shares: field }: LevelChecks,
  limited: LimitedPriorityLevelConfiguration,
): void {
  const { assuredConcurrencyShares: shares = 0, limitResponse, borrowingLimitPercent } = limited;
  const at = `spec.limited.${field}`;
  if (!profile.enabled('ZeroConcurrencyShares')) validatePositive(errors, shares, at);
  else if (shares < 0) errors.push(invalid(at, show(shares), notNegative));
  validateResponse({ errors, stated, profile }, limitResponse!, 'spec.limited.limitResponse');
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
  { errors, stated, profile }: Omit<LevelChecks, 'shares'>,
  { type = '', queuing }: LimitResponse,
  field: string,
): void {
  const at = `${field}.queuing`;
  if (type === '' && profile.enabled('StatedChecks')) stated.required(`${field}.type`);
  else if (!responses.includes(type)) {
    errors.push(notSupported(`${field}.type`, show(type), responses));
  } else if (type === 'Reject') {
    if (queuing == null) return;
    stated.forbidden(at, 'must be nil if limited.limitResponse.type is not Limited');
  } else if (queuing == null) {
    stated.required(at, 'must not be empty if limited.limitResponse.type is Limited');
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
