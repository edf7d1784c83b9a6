/** A request that the documents describe, as a value. */
import type { Profile } from '#kinds';
import type { Parameter, Verb } from './parameters.ts';
import type { GroupAndVersion, GroupVersionKind } from './group-version.ts';

/** What a document is about. */
export interface About {
  readonly profile: Profile;
  /** Kinds that users have defined. */
  readonly isCustom: boolean;
  /** The version of a group that it describes alone; absent for a document of all. */
  readonly only?: GroupAndVersion | undefined;
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  /** What it does, in a sentence. */
  readonly description: string;
  readonly tag: string;
  /** Kubernetes' name of the action; absent for documents. */
  readonly action?: string;
  /** Its kind; absent for documents. */
  readonly kind?: GroupVersionKind;
  /** The kind that is shown as its own, where that is another one. */
  readonly shownKind?: GroupVersionKind;
  /** Which parameters it has. */
  readonly verb: Verb;
  /** Those of a connection, which depend on what is connected to. */
  readonly parameters?: readonly Parameter[];
  /** The request body: an object of the kind, a patch, options, or nothing. */
  readonly body?: 'object' | 'patch' | 'options';
  /**
   * The response: an object of the kind, a list or a stream of them, a Status, text, anything, or a
   * document.
   */
  readonly answer:
    'object' | 'list' | 'events' | 'status' | 'text' | 'any' | { readonly document: string };
  /** Status codes of success. */
  readonly codes: readonly number[];
  /** The media types of the answer, where they are not the usual ones. */
  readonly produces?: readonly string[];
  /** Its objects are custom resources: there is no protobuf, and no strategic merge patch. */
  readonly isCustom?: boolean;
}
