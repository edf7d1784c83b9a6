import type { TypeText } from './notation.ts';
import type { StructSchema, TypeSource, UnionSchema } from './schema.ts';

/** The text of one type. Reading its fields takes ten times as long. */
export class Source implements TypeSource {
  readonly #text: TypeText;
  readonly #resolve: (name: string) => StructSchema | UnionSchema | undefined;
  #words: string | undefined;

  /** @param resolve finds a type by its name */
  constructor(text: TypeText, resolve: (name: string) => StructSchema | UnionSchema | undefined) {
    this.#text = text;
    this.#resolve = resolve;
  }

  says(words: RegExp): boolean {
    return words.test(this.#withoutComments());
  }

  get types(): readonly (StructSchema | UnionSchema)[] {
    const names = new Set(this.#withoutComments().match(/\b[A-Z]\w*/g));
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
