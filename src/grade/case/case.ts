/** A case: what is done to a cluster while a client uses it, and the rules that the client has to keep. */
import type { Pattern } from '../requests/pattern.ts';

/** Which clients a case is for: those that write (operators), by server-side apply, after electing a leader, or all. */
export type Audience = 'any' | 'writer' | 'applier' | 'leader';

export interface GradeCase {
  /** `resume/dropped-watch` */
  readonly id: string;
  /** `2.1`: the family's number, and that in the family. */
  readonly number: string;
  readonly family: string;
  readonly title: string;
  /** A public issue, or the page of a sentence of the documentation. */
  readonly source: string;
  /** The sentence, or what the issue says. */
  readonly says: string;
  readonly audience: Audience;
  /** Part of the quick suite. */
  readonly isQuick: boolean;
  /** The client starts only where the case says so (`start: client`). */
  readonly startsLate: boolean;
  /** How many objects of what the client reads exist at the start. */
  readonly objects: number;
  /** The client may end by itself. */
  readonly mayEnd: boolean;
  /** The client gets its token in a file of its own, which can change. */
  readonly tokenFile: boolean;
  /** The first minor release of Kubernetes that it is about. Absent: it is about all. */
  readonly since?: number | undefined;
  /** The planted mistakes that fail it. */
  readonly mutants: readonly string[];
  readonly steps: readonly CaseStep[];
  readonly rules: readonly Rule[];
}

/** Named moments: after the step. */
interface Marked {
  readonly mark?: string | undefined;
}

/** What happens in a case, one after the other. */
export type CaseStep = Marked &
  (
    | {
        /** Waits for a request; without it the case is not exercised. */
        readonly type: 'until';
        readonly pattern: Pattern;
        readonly withinMs: number;
      }
    | {
        /** Waits for a request; without it the client fails. */
        readonly type: 'expect';
        readonly pattern: Pattern;
        readonly withinMs: number;
        readonly because: string;
      }
    | {
        /** Waits until a condition holds in the cluster; without that the client fails. */
        readonly type: 'holds';
        readonly condition: Goal;
        readonly withinMs: number;
        readonly because: string;
      }
    | { readonly type: 'pause'; readonly ms: number }
    | { readonly type: 'advance'; readonly span: string }
    /** Objects of what the client reads: new ones, changes of some, or the latest of them deleted. */
    | { readonly type: 'add' | 'touch' | 'remove'; readonly count: number }
    /** Deletes what the client has created. */
    | { readonly type: 'removeMade' }
    /** Another client merges a patch into what the client has created. */
    | { readonly type: 'patchMade'; readonly patch: Readonly<Record<string, unknown>> }
    /** What the client has created, as far as it is there, has these fields. */
    | {
        readonly type: 'madeHas';
        readonly fields: Readonly<Record<string, unknown>>;
        readonly because: string;
      }
    /** Another client sets one of the fields that the client has applied. */
    | { readonly type: 'takeOver' }
    /** The owners that what the client has created names are there, with those uids. */
    | { readonly type: 'changedGone'; readonly withinMs: number; readonly because: string }
    | { readonly type: 'ownersExist'; readonly withinMs: number; readonly because: string }
    /** Applies the manifest that the user has given for it. */
    | { readonly type: 'change' }
    /** Deletes what that manifest has, or merges a patch into it. */
    | { readonly type: 'removeChanged' }
    | { readonly type: 'patchChanged'; readonly patch: Readonly<Record<string, unknown>> }
    /** What happens to the definition of the custom resource that the client reads. */
    | { readonly type: 'definition'; readonly act: DefinitionAct }
    /** The client gets another token in its file, and the one that it had is refused. */
    | { readonly type: 'rotateToken' }
    /** Another holder gets the lease by which the client's replicas elect a leader. */
    | { readonly type: 'lease'; readonly act: LeaseAct }
    | { readonly type: 'client'; readonly act: ClientAct }
    /** A step of the scenario language. */
    | { readonly type: 'step'; readonly step: Readonly<Record<string, unknown>> }
  );

/** It is deleted, serves no version any more, has another required field; or is again as it was. */
export const definitionActs = ['remove', 'unserve', 'require', 'restore'] as const;
export type DefinitionAct = (typeof definitionActs)[number];

/** Its holder has just renewed it; has, by its clock, which is behind; or has left it behind. */
export const leaseActs = ['held', 'skewed', 'left'] as const;
export type LeaseAct = (typeof leaseActs)[number];

/** `second`: a replica starts beside it. */
export const clientActs = ['start', 'restart', 'stop', 'second'] as const;
export type ClientAct = (typeof clientActs)[number];

/** What the user has named, or a condition of the scenario language. */
export type Goal = 'ready' | 'goal' | Readonly<Record<string, unknown>>;

/** Which requests a rule is about: those that began between two marks. */
interface Ruled {
  /** Default: the start. */
  readonly after?: string | undefined;
  /** Default: the end. */
  readonly before?: string | undefined;
  /** Why this matters, in a sentence. */
  readonly because: string;
}

/** What the requests of a client have to be like. */
export type Rule = Ruled &
  (
    | { readonly type: 'never'; readonly of: Pattern }
    | {
        readonly type: 'atMost';
        /** Or as many objects as the client has created in the run that nothing disturbed. */
        readonly count: number | 'undisturbed';
        readonly of: Pattern;
        /** In any such stretch of time; undefined: in all. */
        readonly inMs: number | undefined;
      }
    | { readonly type: 'atLeast'; readonly count: number; readonly of: Pattern }
    | { readonly type: 'every'; readonly of: Pattern; readonly has: Pattern }
    | {
        /** After the answer to one, the next of the others comes no sooner. */
        readonly type: 'pause';
        readonly of: Pattern;
        readonly next: Pattern;
        readonly leastMs: number;
      }
    /** All name the same value of an option of the query. */
    | { readonly type: 'same'; readonly of: Pattern; readonly option: string }
    /** The roles of the setup: without `*`, no more than is used, or enough for what is asked. */
    | { readonly type: 'rights'; readonly are: 'narrow' | 'used' | 'enough' }
    /** Watches begin at a version that the client was sent. */
    | { readonly type: 'known'; readonly of: Pattern }
    /** Watches begin at the newest version that an earlier watch of the same was sent. */
    | { readonly type: 'newest'; readonly of: Pattern }
  );
