/**
 * The notation that API types are written in (`src/kinds/GROUP/*.api.ts`).
 *
 *     // Runs a pod on each node.
 *     kind DaemonSet { spec: DaemonSetSpec #2; status: DaemonSetStatus #3 }
 *     DaemonSetSpec {
 *       // How long a pod has to be ready before it counts as available.
 *       minReadySeconds: int32 #4
 *       selector!: LabelSelector #1
 *       template!: PodTemplateSpec #2
 *     }
 *     atomic LabelSelector {
 *       matchExpressions: [LabelSelectorRequirement]
 *       matchLabels: {string}
 *     }
 *
 * A type is a name at the start of a line, and its fields, which do not start a line; a
 * field ends at a newline, a `;` or the closing brace. Before the type's name, `atomic`
 * (`atomic@1.31-`: from that release on) says that server-side apply gives the whole struct one
 * owner, and `kind` that the type
 * is a top-level object: it then has `apiVersion`, `kind` and `metadata: ObjectMeta`
 * without saying so (and may write one of them out, where it differs). `union` says that JSON
 * shows the value of one of the fields in place of the struct: which one, the value tells.
 *
 * A comment in front of a type or a field says what it means: it is published as its description.
 *
 * A field is `name: TYPE`, or `name!: TYPE` when the published type requires it. TYPE is
 *
 *     int32 Time Quantity any ...    a scalar: string boolean double bytes and others (see ScalarName in
 *                                    schema.ts)
 *     string(Always|Never)           a scalar with its published values, with quotes where a value is
 *                                    more than a word: 's/mime'
 *     PodSpec                        a struct of this module, of core/v1 or of meta/v1
 *     [TYPE]                         a list
 *     {TYPE}                         a map from strings
 *     *TYPE                          Go has a pointer: zero differs from absent
 *
 * As Go writes them, fields that are not required are left out when they are zero (see
 * decode/conform.ts), but for structs, which are always written, and pointers, of which none is
 * left out. Options after the type say what differs from that, and what merging needs to know:
 *
 *     written          always written, as required fields are
 *     omitzero         a struct that is left out when it is zero
 *     required         published as required: without the `!`, whether it is written is not touched
 *     empty            a list, or bytes, for which empty is not the same as absent: it is stored as
 *                      given
 *     exact            a map of quantities that keep digits finer than a thousandth
 *
 *     merge            a list of scalars that patches merge as a set
 *     merge=KEY        a list that strategic merge patches merge by KEY
 *     map=KEY,KEY      a list that server-side apply merges by these keys
 *     set              a list that server-side apply merges by value
 *     atomic           a list or map that server-side apply does not merge
 *     granular         a struct of an atomic type of which server-side apply owns the fields
 *     unstated         a list of which no release says how server-side apply merges it
 *     retainKeys       strategic merge honours `$retainKeys` in the struct or list elements
 *     replace          strategic merge replaces the struct
 *     = VALUE          the published default of a string, which `default=VALUE` fills in; stands last
 *
 * How a field is numbered in protobuf, from when it exists, and what holds for its value:
 *
 *     #7               its number; #2.7 for field 7 of an inlined message, which is field 2. The
 *                      metadata of a kind is #1 without saying so
 *     wrapped          a list that stands in a message of its own, as its field 1
 *     duration         a text such as 30s, which is a message of nanoseconds
 *     since=1.28       the first minor release that has the field
 *     until=1.33       the last one
 *     gate=NAME        lost in writes while this feature gate is off, unless what is stored has it
 *     off=VALUE        with the gate off, what takes the place of any other value
 *     ungated          what it holds is not lost: checks refuse it there, or nothing looks at it
 *     default=VALUE    filled in where the field is absent; not published
 *     >=0  1..65535    the smallest, and the largest number
 *     max=64           the longest text or list
 *     immutable        an update does not change it
 *
 * A word, published values, one of them, or a published default may say in which releases it holds:
 * `atomic@1.30-`, `(Block|Filesystem)@1.27-1.33,1.35-`, `required@-1.36`. A field whose type changed is
 * written once for each of its types, with the releases that have it.
 *
 * As in Kubernetes, a list that only says how it is patched is applied in the same way: `merge=KEY`
 * alone implies `map=KEY`, `merge` alone implies `set`; a list without such an option is atomic.
 * What is implied is written out where the published type of v1.24 says it, and published for all
 * lists of later releases (see publication.ts).
 */

/** A type as written, before names are resolved. */
export type TypeExpression =
  | { readonly form: 'name'; readonly name: string; readonly enum?: readonly string[] }
  | { readonly form: 'list'; readonly items: TypeExpression }
  | { readonly form: 'map'; readonly values: TypeExpression };

export interface FieldDeclaration {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: boolean;
  readonly type: TypeExpression;
  readonly options: FieldOptions;
  readonly default?: string;
  readonly facts: FieldFacts;
}

/** What is said about a field besides its type and how it merges; absent when not written. */
export interface FieldFacts {
  readonly description?: string;
  /** In protobuf: with those of the inlined messages around it, the outermost first. */
  readonly number?: readonly number[];
  readonly form?: 'wrapped' | 'duration';
  /** Minor releases of Kubernetes 1, both included. */
  readonly since?: number;
  readonly until?: number;
  readonly gate?: string;
  readonly off?: string;
  readonly ungated?: boolean;
  /** The text of what is filled in. */
  readonly fill?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** In characters or elements. */
  readonly maxLength?: number;
  readonly immutable?: boolean;
}

/** The options after a field's type; absent when not written. */
export interface FieldOptions {
  readonly merge?: boolean;
  readonly mergeKey?: string;
  readonly map?: readonly string[];
  readonly set?: boolean;
  readonly atomic?: boolean;
  readonly retainKeys?: boolean;
  readonly replace?: boolean;
  readonly written?: boolean;
  readonly empty?: boolean;
  readonly exact?: boolean;
  readonly granular?: boolean;
  readonly omitzero?: boolean;
  readonly unstated?: boolean;
}

/** A type whose fields have not been read yet. */
export interface TypeText {
  readonly name: string;
  readonly kind: boolean;
  /** The first minor release of which this holds; undefined: none. */
  readonly atomic: number | undefined;
  readonly union: boolean;
  /** The name of the text in error messages. */
  readonly origin: string;
  /** The whole text, and where in it the type starts and ends. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
