import type { TypeText } from './notation.ts';
import { parseAllFields } from './parse.ts';
import type { FieldReleases, StructSchema, TypeSource, UnionSchema } from './schema.ts';

/** The text of one type. Reading its fields takes ten times as long. */
export class Source implements TypeSource {
  readonly minor: number | undefined;
  readonly #text: TypeText;
  readonly #resolve: (name: string) => StructSchema | UnionSchema | undefined;
  #words: string | undefined;
  #gates: readonly string[] | undefined;
  #types: readonly (StructSchema | UnionSchema)[] | undefined;

  /**
   * @param minor the release whose fields the type has
   * @param resolve finds a type by its name
   */
  constructor(
    text: TypeText,
    minor: number | undefined,
    resolve: (name: string) => StructSchema | UnionSchema | undefined,
  ) {
    this.#text = text;
    this.minor = minor;
    this.#resolve = resolve;
  }

  says(words: RegExp): boolean {
    return words.test(this.#withoutComments());
  }

  get gates(): readonly string[] {
    const named = (): Iterable<RegExpExecArray> => this.#withoutComments().matchAll(/ gate=(\w+)/g);
    this.#gates ??= Array.from(named(), ([, gate]) => gate!);
    return this.#gates;
  }

  releasesOf(field: string): FieldReleases | undefined {
    const declared = parseAllFields(this.#text).filter(({ name }) => name === field);
    const newest = declared.at(-1)?.facts;
    if (newest === undefined) return undefined;
    const { gate } = newest;
    const since = Math.min(...declared.map(({ facts }) => facts.since ?? 0));
    const until = Math.max(...declared.map(({ facts }) => facts.until ?? Infinity));
    return {
      ...(since > 0 && { since }),
      ...(until < Infinity && { until }),
      ...(gate !== undefined && { gate }),
    };
  }

  get types(): readonly (StructSchema | UnionSchema)[] {
    this.#types ??= this.#findTypes();
    return this.#types;
  }

  #findTypes(): readonly (StructSchema | UnionSchema)[] {
    const named = this.#withoutComments().matchAll(/[:[{*] ?([A-Z]\w*)/g);
    const names = new Set(Array.from(named, ([, name]) => name!));
    // Kinds do not say that they have metadata.
    if (this.#text.kind) names.add('ObjectMeta');
    return [...names].flatMap((name) => this.#resolve(name) ?? []);
  }

  #withoutComments(): string {
    const { text, start, end } = this.#text;
    this.#words ??= text.slice(start, end).replaceAll(/\/\/.*/g, '');
    return this.#words;
  }
}
