/** From text to YAML nodes with places: no aliases are left, and merge keys are written out. */
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type CST,
  type Document,
  type Node,
  type Pair,
  type Tags,
  type YAMLMap,
} from 'yaml';

/** Values that aliases may add to those written; more is a mistake or an attack. */
const MOST_VALUES = 200_000;
/** What YAML does not take as it is. */
const CONTROL = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f]/;
/** Deeper nesting is refused: putting documents together takes stack for each level. */
const DEEPEST = 250;

/**
 * Which YAML a text is: scenarios are YAML 1.2; manifests are what kubectl takes, YAML 1.1 with
 * its many words for true and false, but with times as plain text.
 */
export type Dialect = 'scenario' | 'manifest';

/** What is wrong at an offset of the text. */
export interface ParseProblem {
  readonly offset: number;
  readonly message: string;
}

export interface ParsedText {
  readonly lines: LineCounter;
  /** The roots of the documents that hold something. */
  readonly roots: readonly Node[];
  /** For turning nodes into plain values. */
  readonly document: Document;
  /** With any of these, nothing else is to be used. */
  readonly problems: readonly ParseProblem[];
}

export function parseText(text: string, dialect: Dialect): ParsedText {
  const lines = new LineCounter();
  const problems: ParseProblem[] = [];
  const roots: Node[] = [];
  const documents = compose(text, dialect, lines, problems);
  const control = text.search(CONTROL);
  if (control >= 0) {
    problems.push({ offset: control, message: controlText(text, control) });
    return { lines, roots, document: documents[0]!, problems };
  }
  for (const document of documents) {
    // Those behind the first one mostly come from it.
    for (const { pos, code, message } of document.errors.slice(0, 1)) {
      problems.push({
        offset: pos[0],
        message: `not valid YAML: ${adviceFor(unquoted(code, message), text, pos)}`,
      });
    }
    const root = document.contents as Node | null;
    if (root === null || problems.length > 0) continue;
    const written = new Writer(problems, dialect).write(root);
    if (written !== undefined && problems.length === 0) roots.push(written);
  }
  return { lines, roots, document: documents[0]!, problems };
}

/** Without the text that was found: a file named by mistake may be no YAML, and hold a secret. */
function unquoted(code: string, message: string): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'Unresolved tag';
  if (code === 'BAD_DIRECTIVE') return 'Unknown directive';
  return message.replace(/(?<! ): .*$/s, '');
}

function controlText(text: string, offset: number): string {
  const code = text.charCodeAt(offset).toString(16).padStart(2, '0');
  return `a control character, U+${code.toUpperCase().padStart(4, '0')}; expected text, which in double quotes can have it as "\\x${code}"`;
}

/** `{ a: ${b} }` is the usual slip: inside braces the text has to be quoted. */
function adviceFor(message: string, text: string, [start]: readonly [number, number]): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1).split('\n', 1)[0]!;
  return isSlip(line) ? `${message}; inside { } and [ ] quote it: '\${...}'` : message;
}

/** Whether `${` stands behind an open brace or bracket, with no quotes between. */
function isSlip(line: string): boolean {
  return line.split(/['"]/).some((part) => {
    const open = part.search(/[{[]/);
    return open >= 0 && part.includes('${', open + 1);
  });
}

function compose(
  text: string,
  dialect: Dialect,
  lines: LineCounter,
  problems: ParseProblem[],
): Document[] {
  const composer = new Composer({
    ...(dialect === 'manifest' && { version: '1.1', merge: false, customTags: plainTags }),
    prettyErrors: false,
    logLevel: 'silent',
  });
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens = function* (): Iterable<CST.Token> {
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme);
      if (parser.stack.length > DEEPEST) {
        problems.push({ offset: parser.offset, message: `nested more than ${DEEPEST} deep` });
        return;
      }
    }
    yield* parser.end();
  };
  return [...composer.compose(tokens(), true, text.length)];
}

/** Dates and `12:30` are texts; merge keys are written out below, in all dialects alike. */
function plainTags(tags: Tags): Tags {
  return tags.filter(
    (tag) =>
      typeof tag === 'string' || (!/:(?:timestamp|merge)$/.test(tag.tag) && tag.format !== 'TIME'),
  );
}

/** Writes one document out: each alias becomes the node that it stands for. */
class Writer {
  readonly #problems: ParseProblem[];
  readonly #dialect: Dialect;
  /** The anchors seen so far; undefined while what they name is being written. */
  readonly #anchors = new Map<string, Node | undefined>();
  readonly #sizes = new Map<Node, number>();
  #added = 0;

  constructor(problems: ParseProblem[], dialect: Dialect) {
    this.#problems = problems;
    this.#dialect = dialect;
  }

  /** The node without aliases; undefined after a problem has been noted. */
  write(node: Node): Node | undefined {
    if (isAlias(node)) return this.#target(node.source, node.range?.[0] ?? 0);
    const { anchor } = node as { readonly anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    let size = 1;
    if (isSeq(node)) {
      node.items = node.items.map((item) => {
        const written = this.write(item as Node);
        size += this.#sizeOf(written);
        return written;
      });
    } else if (isMap(node)) {
      node.items = node.items.flatMap((pair) => this.#writePair(pair as Pair<Node, Node | null>));
      for (const { value } of node.items) size += this.#sizeOf(value as Node | undefined);
      mergeInto(node);
    }
    this.#sizes.set(node, size);
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #writePair(pair: Pair<Node, Node | null>): Pair[] {
    const key = this.write(pair.key);
    if (key !== undefined) pair.key = key;
    if (pair.value !== null) pair.value = this.write(pair.value) ?? null;
    return [pair];
  }

  #target(name: string, offset: number): Node | undefined {
    const target = this.#anchors.get(name);
    if (target === undefined) {
      const alias = this.#dialect === 'scenario' ? `alias "${name}"` : 'an alias';
      const message = this.#anchors.has(name)
        ? `${alias} stands inside its own anchor`
        : `${alias} has no anchor in front of it`;
      this.#problems.push({ offset, message });
      return undefined;
    }
    this.#added += this.#sizeOf(target);
    if (this.#added > MOST_VALUES && this.#problems.length === 0) {
      const message = `its aliases unfold to more than ${MOST_VALUES} values; expected fewer`;
      this.#problems.push({ offset: 0, message });
    }
    return target;
  }

  #sizeOf(node: Node | null | undefined): number {
    return node == null ? 1 : (this.#sizes.get(node) ?? 1);
  }
}

/** Takes over the pairs of maps under `<<`; what the map says itself wins. */
function mergeInto(map: YAMLMap): void {
  if (!map.items.some(isMerge)) return;
  const own = map.items.filter((pair) => !isMerge(pair));
  const names = new Set(own.map(({ key }) => keyText(key)));
  const taken: Pair[] = [];
  for (const { value } of map.items.filter(isMerge)) {
    for (const source of isSeq(value) ? value.items : [value]) {
      if (!isMap(source)) continue;
      for (const pair of source.items) {
        if (names.has(keyText(pair.key))) continue;
        names.add(keyText(pair.key));
        taken.push(pair);
      }
    }
  }
  map.items = [...taken, ...own];
}

function isMerge({ key, value }: Pair): boolean {
  return keyText(key) === '<<' && (isMap(value) || isSeq(value));
}

function keyText(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  return typeof value === 'symbol' ? (value.description ?? '') : String(value);
}
