/** A question about a field, and its answer. */
import type { Millis } from '#clock';
import type { Kind, ObjectKey, Profile } from '#kinds';
import type { Account } from '#runtime';
import type { Past } from '#store';
import type { FaultMark } from '../run-log.ts';
import type { Accountant } from './accountant.ts';
import type { Link } from './chain.ts';
import type { Hinge } from './hinges.ts';
import type { Segment } from './path.ts';
import type { Unset } from './unset.ts';

/** The question. */
export interface Question {
  readonly kind: Kind;
  readonly object: ObjectKey;
  readonly path: readonly Segment[];
  /** The state of this revision is explained. */
  readonly revision: number;
  /** The moment, virtual ms: the current time in sums that depend on it. */
  readonly time: Millis;
}

export interface Explanation {
  readonly kind: string;
  readonly key: string;
  readonly path: string;
  readonly revision: number;
  /** The value at that revision; absent when the field did not exist. */
  readonly value?: unknown;
  /** The write that set the value, first, and its causes back to the root; empty if never set. */
  readonly chain: readonly Link[];
  /** The webhook that set the value in that write. */
  readonly webhook?: string;
  /** The revision at which the kept history begins, when the value was set before that. */
  readonly setBefore?: number;
  /** For a field that has no value and never had one. */
  readonly unset?: Unset;
  /** How it is computed, by the latest look of the controller; absent when none accounts for the field. */
  readonly account?: Account;
  /** Who came to the same value later; the account is of then. */
  readonly confirmed?: Confirmation;
  /** The account of the write that set the value, where `account` is of a later look. */
  readonly whenSet?: Account;
  /** The gates and behaviours on which the value hangs, in the release of then; absent where there are none. */
  readonly hinges?: readonly Hinge[];
  /** The revision at which the sum is computed: the state that the controller had seen. */
  readonly seenAt?: number;
  /** Absent for a sum that has not been written yet: it is what it would be now. False when the sum over the record does not give the stored value: the controller saw a state that the record does not have. */
  readonly exact?: boolean;
}

/** A later look at a field that left its value as it was. */
export interface Confirmation {
  /** Virtual time, ms. */
  readonly time: Millis;
  readonly revision: number;
  readonly actor: string;
  /** A write of other fields of the object shows it; or the same calculation over what stood at the moment. */
  readonly by: 'write' | 'calculation';
}

export interface WhyOptions {
  readonly past: Past;
  readonly accountants: readonly Accountant[];
  /** What faults have struck. */
  readonly faults?: readonly FaultMark[];
  readonly profile: Profile;
  /** Whether gates that decide are looked for, which takes a calculation for each that is asked for. Default: no. */
  readonly hinges?: boolean;
}
