/** The structural schema of a version of a custom resource, as pruning, defaults and checks read it. */
import { regexOf, type Regex } from '#values';
import type { JSONSchemaProps } from '#types';
import { ListedValues } from './listed-values.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const none: readonly Structure[] = [];
const intOrString: readonly string[] = ['integer', 'string'];

/** How long a pattern may be, in characters. */
const longestPattern = 10_000;

export interface Pattern {
  /** What messages say of texts that do not match. */
  readonly rule: string;
  /** Undefined for a pattern that is not valid, which no text matches. */
  readonly regex: Regex | undefined;
}

function patternOf(text: string): Pattern {
  try {
    return { rule: `should match '${text}'`, regex: regexOf(text, longestPattern) };
  } catch (error) {
    const why = (error as Error).message;
    const rule = `should match '${text}, but pattern is invalid: ${why}'`;
    return { rule, regex: undefined };
  }
}

/**
 * A schema with its parts made on first use: definitions may be large, and few objects use all of
 * it. Walk it along a value.
 */
export class Structure {
  /** As published: what the checks of values read. */
  readonly props: JSONSchemaProps;
  /** An object with apiVersion, kind and metadata of its own. */
  readonly isEmbedded: boolean;
  #fields: ReadonlyMap<string, Structure> | undefined;
  #others: Structure | undefined;
  #items: Structure | undefined;
  #pattern: Pattern | undefined;
  #listed: ListedValues | undefined;
  readonly #junctors = new Map<'allOf' | 'anyOf' | 'oneOf', readonly Structure[]>();
  #not: Structure | undefined;

  constructor(props: JSONSchemaProps, isEmbedded = false) {
    this.props = props;
    this.isEmbedded = isEmbedded || props['x-kubernetes-embedded-resource'] === true;
  }

  get fields(): ReadonlyMap<string, Structure> {
    this.#fields ??= new Map(
      Object.entries(this.props.properties ?? {}).map(([name, of]) => [name, new Structure(of)]),
    );
    return this.#fields;
  }

  /** Whether there may be fields beside {@link fields}, by `additionalProperties`. */
  get hasOthers(): boolean {
    const { additionalProperties } = this.props;
    return additionalProperties !== undefined && additionalProperties !== false;
  }

  /** The values of those; undefined if they may be anything. */
  get others(): Structure | undefined {
    const { additionalProperties } = this.props;
    if (typeof additionalProperties !== 'object') return undefined;
    return (this.#others ??= new Structure(additionalProperties));
  }

  get items(): Structure | undefined {
    const { items } = this.props;
    if (items == null || isList(items)) return undefined;
    return (this.#items ??= new Structure(items));
  }

  /** The schema of a field of that name; undefined for one that is not described. */
  of(name: string): Structure | undefined {
    return this.fields.get(name) ?? this.others;
  }

  /** Schemas of the same value. */
  all(junctor: 'allOf' | 'anyOf' | 'oneOf'): readonly Structure[] {
    const input = this.props[junctor];
    if (input === undefined || input.length === 0) return none;
    let result = this.#junctors.get(junctor);
    if (result === undefined) {
      result = input.map((props) => new Structure(props));
      this.#junctors.set(junctor, result);
    }
    return result;
  }

  get not(): Structure | undefined {
    const { not } = this.props;
    return not && (this.#not ??= new Structure(not));
  }

  get pattern(): Pattern | undefined {
    const { pattern } = this.props;
    return pattern ? (this.#pattern ??= patternOf(pattern)) : undefined;
  }

  /** The values that it may have; undefined: any. */
  get listed(): ListedValues | undefined {
    const { enum: values } = this.props;
    if (values === undefined || values.length === 0) return undefined;
    return (this.#listed ??= new ListedValues(values));
  }

  /** The JSON types that a value may have; none: any. */
  get types(): readonly string[] {
    if (this.isIntOrString) return intOrString;
    return this.props.type ? [this.props.type] : [];
  }

  get preserves(): boolean {
    return this.props['x-kubernetes-preserve-unknown-fields'] === true;
  }

  get isIntOrString(): boolean {
    return this.props['x-kubernetes-int-or-string'] === true;
  }

  get isNullable(): boolean {
    return this.props.nullable === true;
  }

  /** Undefined for none: a default of null counts as none. */
  get default(): unknown {
    return this.props.default ?? undefined;
  }
}

/** The fields of an object that are not in its schema. */
export function isTypeField(name: string): boolean {
  return name === 'apiVersion' || name === 'kind' || name === 'metadata';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
