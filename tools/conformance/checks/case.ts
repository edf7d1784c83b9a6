/** Recorded checks: objects with something changed, and the answers of an API server to them. */

/** Values by JSON pointer; null takes away what is there. Parts above a pointer are added where they are missing. */
export type Change = Readonly<Record<string, unknown>>;
export type JsonObject = Readonly<Record<string, unknown>>;

/** A file in test/conformance/checks. */
export interface CheckFile {
  readonly about: string;
  /** Feature gates with which it is recorded, beside those of all recordings. */
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly resources: readonly CheckedResource[];
}

export interface CheckedResource {
  /** `apps/v1 Deployment` */
  readonly title: string;
  /** The collection's path: `/apis/apps/v1/namespaces/default/deployments`. */
  readonly path: string;
  /** The definition of its kind, where it is a custom one: it is there while the cases are played. */
  readonly definition?: JsonObject;
  /** What is changed: an object that the server accepts as it is. */
  readonly object: JsonObject;
  /** The answers to the object as it is. */
  readonly create?: Answer;
  readonly update?: Answer;
  /** Of updates of subresources that there are cases of. */
  readonly subresources?: Readonly<Record<string, Answer>>;
  readonly cases: readonly CheckCase[];
}

export interface CheckCase {
  readonly change: Change;
  /** Where an update is sent to. Absent: to the object itself; then it is also sent as a new object. */
  readonly subresource?: 'status' | 'approval';
  /** Sent in place of an update: a list is a JSON patch, an object a merge patch. */
  readonly patch?: JsonObject | readonly JsonObject[];
  /** The causes come in no fixed order, because they are errors about the entries of a map. */
  readonly anyOrder?: true;
  readonly create?: Answer;
  readonly update?: Answer;
  /** Why ours answers otherwise. */
  readonly explained?: string;
}

/** Causes in their order, as `field: message`, or one line (`accepted`, `as created`, a code with a message), or a result. */
export type Answer = readonly string[] | string | Result;

/** The result of an accepted object. In cases it has what is otherwise than with the object that is changed. */
export interface Result {
  /** Fields that differ from those that were sent, in alphabetical order: `path: value`. */
  readonly fields?: readonly string[];
  readonly warnings?: readonly string[];
  /** Its row in tables: `column: value`. */
  readonly cells?: readonly string[];
}

/** In an update's answer: all that the creation's has, as one line, or as the whole answer. */
export const asCreated = 'as created';
