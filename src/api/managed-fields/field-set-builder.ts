import { type FieldSet } from './field-set.ts';

const nothing: readonly never[] = Object.freeze([]);

/**
 * Collects the parts of a node of a set. As long as they are those of a model, in its order, there
 * is nothing to collect: the model is the node. Objects made alike then cost no sets of their own.
 */
export class FieldSetBuilder {
  readonly #model: FieldSet | undefined;
  /** Elements and parts of the model. */
  readonly #elements: readonly string[];
  readonly #parts: readonly FieldSet[];
  /** So many of the parts added are those of the model; counted until one is not. */
  #followed = 0;
  /** Made when one is not. */
  #set: Record<string, FieldSet> | undefined;

  constructor(model: FieldSet | undefined) {
    this.#model = model;
    this.#elements = model === undefined ? nothing : Object.keys(model);
    this.#parts = model === undefined ? nothing : Object.values(model);
  }

  /** The part that the model has, if this is the element that comes next in it. */
  modelOf(element: string): FieldSet | undefined {
    if (this.#set !== undefined || this.#elements[this.#followed] !== element) return undefined;
    return this.#parts[this.#followed];
  }

  /** False when the element has been added before: its last part counts. */
  add(element: string, part: FieldSet): boolean {
    if (this.modelOf(element) === part) {
      this.#followed++;
      return true;
    }
    this.#set ??= this.#copied();
    const isNew = !(element in this.#set);
    this.#set[element] = part;
    return isNew;
  }

  /** Undefined when nothing has been added. */
  get result(): FieldSet | undefined {
    if (this.#set !== undefined) return this.#set;
    if (this.#followed === 0) return undefined;
    return this.#followed === this.#elements.length ? this.#model : this.#copied();
  }

  #copied(): Record<string, FieldSet> {
    const copy: Record<string, FieldSet> = {};
    for (let index = 0; index < this.#followed; index++) {
      copy[this.#elements[index]!] = this.#parts[index]!;
    }
    return copy;
  }
}
