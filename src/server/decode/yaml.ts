/** YAML bodies, and their errors with the messages of Go's parser. */
import type { CST, Document, LineCounter, Node, Parser, Tags, YAMLParseError } from 'yaml';

/**
 * Deeper nesting is rejected. Documents are composed by recursion, and each level takes a kilobyte
 * of stack; an overflow can end the process.
 */
const deepestNesting = 250;

/** The maximum size of a document after alias expansion, in characters of JSON. */
const mostJson = 32 * 1024 * 1024;

/** The text is not YAML, or has values that JSON cannot represent; with Go's message. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
}

export interface ParsedYaml {
  /** Plain JSON. */
  readonly value: unknown;
  /** Duplicate keys: `line 6: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/**
 * Reads a YAML document (the first one, if there are several) as Go does: YAML 1.1 with its many
 * words for true and false, but with times as plain text. The parser is loaded on first use.
 * @throws {YamlSyntaxError}
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { Composer, Lexer, LineCounter, Parser, visit } = await import('yaml');
  const lineCounter = new LineCounter();
  const composer = new Composer({
    version: '1.1',
    customTags: withoutTimes,
    merge: true,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  lineCounter.addNewLine(0);
  const tokens = tokensOf(withoutRest(new Lexer().lex(text)), new Parser(lineCounter.addNewLine));
  const [document] = composer.compose(tokens, true, text.length) as Iterable<Document.Parsed>;
  if (document === undefined) return { value: null, duplicates: [] };
  const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS');
  if (error !== undefined) throw new YamlSyntaxError(goMessage(error, text, lineCounter));
  const duplicates: string[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const { value, range } = key as Node & { readonly value?: unknown };
        if (keys.has(value)) duplicates.push(duplicate(value, range?.[0] ?? 0, lineCounter));
        keys.add(value);
      }
    },
  });
  return { value: plain(document), duplicates };
}

/** Writes plain JSON. */
export async function writeYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  const options = { sortMapEntries: true, aliasDuplicateObjects: false } as const;
  // Readers of YAML 1.1, such as Go, take `y` for a boolean.
  return stringify(value, { ...options, compat: 'yaml-1.1' });
}

/** What may precede the value of a document: marks, comments, white space, tags, anchors. */
const prefix = /^(?:\u0002|\ufeff|---|[%#!&\s])/;
const opening = /^[[{]$/;
const closing = /^[\]}]$/;

/**
 * The parts of a text up to the end of its value, if that is a flow collection as in JSON: Go reads
 * no further. After it there may be what makes it the key of a map, or the end of the document.
 */
function* withoutRest(lexemes: Iterable<string>): Iterable<string> {
  let depth = 0;
  let state: 'before' | 'inside' | 'behind' | 'other' = 'before';
  for (const lexeme of lexemes) {
    if (state === 'behind' && !/^[#\s]/.test(lexeme)) {
      if (!/^(?::|---|\.\.\.)/.test(lexeme)) return;
      state = 'other';
    } else if (state === 'before' && !prefix.test(lexeme)) {
      state = opening.test(lexeme) ? 'inside' : 'other';
    }
    if (state === 'inside') {
      if (opening.test(lexeme)) depth++;
      else if (closing.test(lexeme)) depth--;
      if (depth === 0) state = 'behind';
    }
    yield lexeme;
  }
}

/** The documents of a text after parsing, before composition. */
function* tokensOf(lexemes: Iterable<string>, parser: Parser): Iterable<CST.Token> {
  for (const lexeme of lexemes) {
    yield* parser.next(lexeme);
    if (parser.stack.length > deepestNesting) {
      throw new YamlSyntaxError(`yaml: exceeded max depth of ${deepestNesting}`);
    }
  }
  yield* parser.end();
}

/** Dates and `12:30` are strings. */
function withoutTimes(tags: Tags): Tags {
  return tags.filter(
    (tag) => typeof tag === 'string' || (!tag.tag.endsWith(':timestamp') && tag.format !== 'TIME'),
  );
}

function duplicate(key: unknown, offset: number, lines: LineCounter): string {
  return `line ${lines.linePos(offset).line}: key ${JSON.stringify(key)} already set in map`;
}

/** Keys that are not strings become strings; values that JSON cannot represent are rejected. */
function plain(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    const json = JSON.stringify(value ?? null);
    if (json.length > mostJson) throw new Error('document contains excessive aliasing');
    return JSON.parse(json) as unknown;
  } catch (failure) {
    const { message } = failure as Error;
    const [, anchor] = /^Unresolved alias .*: (.*)$/.exec(message) ?? [];
    throw new YamlSyntaxError(
      `yaml: ${anchor === undefined ? message : `unknown anchor '${anchor}' referenced`}`,
    );
  }
}

const messages: Readonly<Record<string, string>> = {
  BAD_INDENT: 'mapping values are not allowed in this context',
  BLOCK_AS_IMPLICIT_KEY: 'mapping values are not allowed in this context',
  MISSING_CHAR: "could not find expected ':'",
  TAB_AS_INDENT: 'found character that cannot start any token',
  BAD_SCALAR_START: 'found character that cannot start any token',
  BAD_DQ_ESCAPE: 'found unknown escape character',
  UNEXPECTED_TOKEN: 'did not find expected node content',
  MULTILINE_IMPLICIT_KEY: "could not find expected ':'",
};

/** Go's scanner counts lines from 1, its parser from 0; both name no line where that is the first. */
const ofScanner: readonly string[] = [
  messages['BAD_INDENT']!,
  messages['MISSING_CHAR']!,
  messages['TAB_AS_INDENT']!,
  messages['BAD_DQ_ESCAPE']!,
  'found unexpected end of stream',
];

function goMessage(
  { code, message, pos: [pos] }: YAMLParseError,
  text: string,
  lines: LineCounter,
): string {
  const found = messageOf(code, message, text);
  const { line } = lines.linePos(pos);
  if (ofScanner.includes(found)) return withLine(line > 1 ? line : 0, found, text);
  return withLine(pos >= text.trimEnd().length ? lineCount(text) : line - 1, found, text);
}

function withLine(line: number, found: string, text: string): string {
  return line === 0 ? `yaml: ${found}` : `yaml: line ${Math.min(line, lineCount(text))}: ${found}`;
}

function messageOf(code: string, message: string, text: string): string {
  const isSequence = /flow sequence|end with a ]/i.test(message);
  if (isSequence || /flow map|end with a }/i.test(message)) {
    // After an opening bracket or a comma there has to be a value.
    if (/[[{,]\s*$/.test(text)) return messages['UNEXPECTED_TOKEN']!;
    return `did not find expected ',' or '${isSequence ? ']' : '}'}'`;
  }
  if (/Missing closing/i.test(message)) return 'found unexpected end of stream';
  return messages[code] ?? 'did not find expected key';
}

/** Go does not count a line break at the end as a line. */
function lineCount(text: string): number {
  return Math.max(1, text.replace(/(?<!\n)\n+$/, '').split('\n').length);
}
