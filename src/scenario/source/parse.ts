/** From text to nodes with places, by the package `yaml`: the rest of this room does not use it. */
import {
  Composer,
  Lexer,
  LineCounter,
  parse,
  parseDocument,
  Parser,
  type CST,
  type Document,
  type Node as YamlNode,
  type Tags,
} from 'yaml';
import type { Node } from './node.ts';
import { readJsonText } from './json-nodes.ts';
import { repeatedKey, unfold, type ParseProblem } from './unfold.ts';

/** Characters that YAML allows only escaped. */
const CONTROL = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f]/;
/** Deeper nesting is rejected: composing documents needs stack for each level. */
const DEEPEST = 250;

/**
 * Which YAML a text is: scenarios are YAML 1.2; manifests are what kubectl takes, YAML 1.1 with
 * its many words for true and false, but with times as plain text.
 */
export type Dialect = 'scenario' | 'manifest';

/** Where the lines of a text begin. */
export interface Lines {
  /** Both from 1. */
  linePos(offset: number): { readonly line: number; readonly col: number };
}

export interface ParsedText {
  readonly lines: Lines;
  /** The roots of the documents that hold something. */
  readonly roots: readonly Node[];
  /** If there are any, do not use the rest. */
  readonly problems: readonly ParseProblem[];
}

export function parseText(text: string, dialect: Dialect): ParsedText {
  const lines = new LineCounter();
  const control = text.search(CONTROL);
  if (control >= 0) {
    countLines(text, lines);
    const problem = { offset: control, message: controlText(text, control) };
    return { lines, roots: [], problems: [problem] };
  }
  const json = readJsonText(text, DEEPEST);
  if (json === undefined) return parseYaml(text, dialect, lines);
  countLines(text, lines);
  const { root, repeated } = json;
  if (repeated === undefined) return { lines, roots: [root], problems: [] };
  return { lines, roots: [], problems: [{ offset: repeated, message: repeatedKey }] };
}

/** For texts that no parser of YAML reads. */
function countLines(text: string, lines: LineCounter): void {
  for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) {
    lines.addNewLine(start);
  }
}

function parseYaml(text: string, dialect: Dialect, lines: LineCounter): ParsedText {
  const problems: ParseProblem[] = [];
  const roots: Node[] = [];
  const documents = compose(text, dialect, lines, problems);
  for (const document of documents) {
    // Later errors are mostly caused by the first one.
    for (const { pos, code, message } of document.errors.slice(0, 1)) {
      const stray = strayItem(text);
      problems.push(
        stray ?? {
          offset: pos[0],
          message: `not valid YAML: ${adviceFor(unquoted(code, message), text, pos)}`,
        },
      );
    }
    const root = document.contents as YamlNode | null;
    if (root === null || problems.length > 0) continue;
    const written = unfold(root, problems, dialect === 'scenario');
    if (written !== undefined && problems.length === 0) roots.push(written);
  }
  return { lines, roots, problems };
}

/** Without the text that was found: a file named by mistake may be no YAML, and hold a secret. */
function unquoted(code: string, message: string): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'Unresolved tag';
  if (code === 'BAD_DIRECTIVE') return 'Unknown directive';
  return message.replace(/(?<! ): .*$/s, '');
}

/** A field at the top with a value in its line, and an item of a list in that line's place. */
const field = /^([\w$]+): +(?![|>&[{#])\S/;
const item = /^ *- /;

/** A step after the end of the list of steps is a common mistake; parsers report the field before it. */
function strayItem(text: string): ParseProblem | undefined {
  let before = '';
  let offset = 0;
  for (const line of text.split('\n')) {
    const [, name] = field.exec(before) ?? [];
    if (name !== undefined && item.test(line)) {
      const message = `not valid YAML: this line is a list item, but "${name}" above is not a list: it ended the list before it`;
      return { offset: offset + line.search(/\S/), message };
    }
    if (/^\s*[^\s#]/.test(line)) before = line;
    offset += line.length + 1;
  }
  return undefined;
}

function controlText(text: string, offset: number): string {
  const code = text.charCodeAt(offset).toString(16).padStart(2, '0');
  return `a control character, U+${code.toUpperCase().padStart(4, '0')}; expected text, which in double quotes can have it as "\\x${code}"`;
}

/** `{ a: ${b} }` is a common mistake: inside braces the text has to be quoted. */
function adviceFor(message: string, text: string, [start]: readonly [number, number]): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1).split('\n', 1)[0]!;
  return isSlip(line) ? `${message}; inside { } and [ ] quote it: '\${...}'` : message;
}

/** Returns whether `${` follows an open brace or bracket, with no quotes between. */
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
    // Repeated keys are found in unfold.ts, and the special collections of YAML 1.1 are plain ones.
    uniqueKeys: false,
    resolveKnownTags: false,
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

/** Dates and `12:30` are texts; merge keys are written out in unfold.ts, in all dialects alike. */
function plainTags(tags: Tags): Tags {
  return tags.filter(
    (tag) =>
      typeof tag === 'string' ||
      (!/:(?:timestamp|merge|omap|pairs|set)$/.test(tag.tag) && tag.format !== 'TIME'),
  );
}

/** Returns a single value, as a command line gives it. @throws {Error} for invalid YAML */
export function parseValue(text: string): unknown {
  return parse(text) as unknown;
}

/**
 * Returns whether the text of a scenario says `slow: true`, without reading all of it: a folder of
 * tests is looked through before anything in it is played.
 */
export function isMarkedSlow(text: string): boolean {
  return (
    text.includes('slow') &&
    parseDocument(text, { logLevel: 'silent', uniqueKeys: false }).get('slow') === true
  );
}
