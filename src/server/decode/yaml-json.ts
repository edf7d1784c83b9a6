/** From a YAML document to the JSON that it stands for, as v1.24's decoder reads it. */
import type * as yaml from 'yaml';
import type { Alias, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

type Yaml = Pick<typeof yaml, 'isAlias' | 'isMap' | 'isSeq'>;
type Item = Node | null;

/** The maximum size of a document after alias expansion, in characters of JSON. */
const mostJson = 32 * 1024 * 1024;

/** Documents with fewer values, or fewer of them from aliases, are always read. */
const fewValues = 1000;
const fewFromAliases = 100;
/** Between these numbers of values, the share that may come from aliases goes from 99% down to 10%. */
const smallDocument = 400_000;
const largeDocument = 4_000_000;

/** A key that its map has already. */
export interface RepeatedKey {
  readonly key: unknown;
  /** Where it stands. */
  readonly offset: number;
}

export interface JsonOfYaml {
  readonly json: string;
  readonly repeated: readonly RepeatedKey[];
}

/**
 * Each node is written once, and aliases take the text of their anchor: the work grows with the
 * length of the document, whatever it expands to.
 * @throws {Error} for values that JSON cannot represent, and for too many aliases
 */
export function jsonOf(yaml: Yaml, root: Item): JsonOfYaml {
  const writer = new Writer(yaml);
  return { json: writer.write(root).text, repeated: writer.repeated };
}

/** What has come of a node. */
interface Written {
  readonly text: string;
  /** How many values v1.24 decodes for it. */
  readonly values: number;
  /** Of a map: text by text of the key. */
  readonly entries?: ReadonlyMap<string, string>;
}

class Writer {
  readonly repeated: RepeatedKey[] = [];
  readonly #yaml: Yaml;
  /** By anchor; undefined while it is being written. */
  readonly #anchored = new Map<string, Written | undefined>();
  #values = 0;
  #fromAliases = 0;

  constructor(yaml: Yaml) {
    this.#yaml = yaml;
  }

  write(node: Item): Written {
    this.#values++;
    if (this.#yaml.isAlias(node)) return this.#target(node);
    const anchor = (node as { readonly anchor?: string } | null)?.anchor;
    if (anchor === undefined) return this.#own(node);
    this.#anchored.set(anchor, undefined);
    const written = this.#own(node);
    this.#anchored.set(anchor, written);
    return written;
  }

  #own(node: Item): Written {
    if (this.#yaml.isMap(node)) return this.#map(node);
    if (this.#yaml.isSeq(node)) return this.#list(node);
    return { text: scalarText((node as Scalar | null)?.value), values: 1 };
  }

  #target({ source }: Alias): Written {
    const target = this.#anchored.get(source);
    if (target === undefined) {
      const isOpen = this.#anchored.has(source);
      throw new Error(
        isOpen
          ? `anchor '${source}' value contains itself`
          : `unknown anchor '${source}' referenced`,
      );
    }
    this.#values += target.values;
    this.#fromAliases += target.values;
    if (this.#isExcessive()) throw excessive();
    return { ...target, values: target.values + 1 };
  }

  #isExcessive(): boolean {
    if (this.#fromAliases <= fewFromAliases || this.#values <= fewValues) return false;
    return this.#fromAliases / this.#values > allowedShare(this.#values);
  }

  #list({ items }: YAMLSeq): Written {
    let text = '[';
    let values = 1;
    for (const item of items) {
      const written = this.write(item as Item);
      text += text === '[' ? written.text : `,${written.text}`;
      values += written.values;
    }
    return bounded({ text: `${text}]`, values });
  }

  #map({ items }: YAMLMap): Written {
    const entries = new Map<string, string>();
    let values = 1;
    for (const pair of items as Pair<Item, Item>[]) {
      values += isMerge(pair) ? this.#merge(entries, pair.value) : this.#entry(entries, pair);
    }
    let text = '{';
    for (const [key, value] of entries) text += `${text === '{' ? '' : ','}${key}:${value}`;
    return bounded({ text: `${text}}`, values, entries });
  }

  /** Returns the number of values. */
  #entry(entries: Map<string, string>, { key, value }: Pair<Item, Item>): number {
    const name = this.write(key);
    const written = this.write(value);
    const quoted = keyText(name);
    if (entries.has(quoted)) {
      this.repeated.push({ key: JSON.parse(name.text), offset: key?.range?.[0] ?? 0 });
    }
    entries.set(quoted, written.text);
    return name.values + written.values;
  }

  /** Takes the entries of other maps, of which the first one wins; returns the number of values. */
  #merge(entries: Map<string, string>, value: Item): number {
    const sources = this.#yaml.isSeq(value) ? (value.items as Item[]) : [value];
    let values = 1;
    for (const source of [...sources].reverse()) {
      const { entries: taken, values: added } = this.write(source);
      if (taken === undefined) {
        throw new Error('map merge requires map or sequence of maps as the value');
      }
      for (const [key, text] of taken) entries.set(key, text);
      values += added;
    }
    return values;
  }
}

/** v1.24's measure against documents that are mostly aliases of aliases. */
function allowedShare(values: number): number {
  if (values <= smallDocument) return 0.99;
  if (values >= largeDocument) return 0.1;
  return 0.99 - (0.89 * (values - smallDocument)) / (largeDocument - smallDocument);
}

function bounded(written: Written): Written {
  if (written.text.length > mostJson) throw excessive();
  return written;
}

function excessive(): Error {
  return new Error('document contains excessive aliasing');
}

function isMerge({ key }: Pair<Item, Item>): boolean {
  const { value, type } = (key ?? {}) as Partial<Scalar>;
  return value === '<<' && type === 'PLAIN';
}

function scalarText(value: unknown): string {
  if (value instanceof Uint8Array) return JSON.stringify(new TextDecoder().decode(value));
  return JSON.stringify(value ?? null);
}

/** Keys that are not strings become strings. */
function keyText({ text, entries }: Written): string {
  if (text.startsWith('"')) return text;
  if (entries !== undefined || text.startsWith('[')) throw new Error(`invalid map key: ${text}`);
  return text === 'null' ? '""' : `"${text}"`;
}
