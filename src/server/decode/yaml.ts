/** YAML bodies, and their errors with the messages of Go's parser. */
import type { CST, Document, LineCounter, Parser, Tags } from 'yaml';
import { jsonOf, type RepeatedKey } from './yaml-json.ts';

/**
 * Deeper nesting is rejected. Documents are composed by recursion, and each level takes a kilobyte
 * of stack; an overflow can end the process.
 */
const deepestNesting = 250;

/**
 * A text with more of the marks that begin keys, values and items is rejected: each takes about a
 * kilobyte and ten microseconds. 200,000 entries of a map have as many.
 */
const mostMarks = 600_000;
/** The lexemes that count begin with these: the first one stands before each scalar. */
const marks = '\u001f,:?-[{*';

/** The text is not YAML, or has values that JSON cannot represent; with Go's message. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
}

/** The text asks for more work than one request may. */
export class YamlTooLargeError extends Error {
  override readonly name = 'YamlTooLargeError';
}

/** What a text of YAML says. */
export interface JsonFromYaml {
  /** Plain JSON. */
  readonly json: string;
  /** Duplicate keys: `line 6: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/**
 * Reads a YAML document (the first one, if there are several) as Go does: YAML 1.1 with its many
 * words for true and false, but with times as plain text. The parser is loaded on first use.
 * @throws {YamlSyntaxError | YamlTooLargeError}
 */
export async function yamlToJson(text: string): Promise<JsonFromYaml> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  const parser = new yaml.Parser(lines.addNewLine);
  const composer = new yaml.Composer({
    version: '1.1',
    customTags: withoutOthers,
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  // What follows the first error does not count, and there may be one for each character. Whoever
  // composes a collection catches it, and reports it again.
  let error: YamlSyntaxError | undefined;
  const refuse: Refuse = (failure) => {
    throw (error ??= new YamlSyntaxError(goMessage(failure, text, lines)));
  };
  Object.assign(composer, { onError: onError(refuse) });
  const tokens = tokensOf(withoutRest(new yaml.Lexer().lex(text)), parser);
  const documents = composer.compose(untilError(tokens, refuse), true, text.length);
  const [document] = documents as Iterable<Document.Parsed>;
  if (document === undefined) return { json: 'null', duplicates: [] };
  try {
    const { json, repeated } = jsonOf(yaml, document.contents);
    return { json, duplicates: repeated.map((key) => duplicate(key, lines)) };
  } catch (failure) {
    throw new YamlSyntaxError(`yaml: ${(failure as Error).message}`);
  }
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
 * Returns the parts of a text up to the end of its value, if that is a flow collection as in JSON: Go
 * reads no further. After it there may be what makes it the key of a map, or the end of the document.
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

/** Returns the documents of a text after parsing, before composition. */
function* tokensOf(lexemes: Iterable<string>, parser: Parser): Iterable<CST.Token> {
  let marksLeft = mostMarks;
  for (const lexeme of lexemes) {
    if (marks.includes(lexeme[0]!) && marksLeft-- === 0) {
      throw new YamlTooLargeError(`limit is ${mostMarks} keys, values and marks of YAML`);
    }
    yield* parser.next(lexeme);
    if (parser.stack.length > deepestNesting) {
      throw new YamlSyntaxError(`yaml: exceeded max depth of ${deepestNesting}`);
    }
  }
  yield* parser.end();
}

/** Refuses what the composer would only note. */
function* untilError(tokens: Iterable<CST.Token>, refuse: Refuse): Iterable<CST.Token> {
  for (const token of tokens) {
    if (token.type !== 'error') yield token;
    else refuse({ code: 'UNEXPECTED_TOKEN', message: token.message, offset: token.offset });
  }
}

/** Dates and `12:30` are strings; Go knows no special collections. Maps are merged in yaml-json.ts. */
function withoutOthers(tags: Tags): Tags {
  return tags.filter(
    (tag) =>
      typeof tag === 'string' ||
      (!/:(?:timestamp|merge|omap|pairs|set)$/.test(tag.tag) && tag.format !== 'TIME'),
  );
}

function duplicate({ key, offset }: RepeatedKey, lines: LineCounter): string {
  return `line ${lines.linePos(offset).line}: key ${JSON.stringify(key)} already set in map`;
}

type Refuse = (failure: Failure) => never;

/** What is wrong with a text, in the words of the package `yaml`. */
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

type Place = number | { readonly offset: number };

/** Returns what a composer calls for errors and warnings. */
function onError(refuse: Refuse) {
  return (at: Place | readonly Place[], code: string, message: string, isWarning?: boolean) => {
    if (isWarning === true) return;
    const [place] = [at].flat() as [Place];
    refuse({ code, message, offset: typeof place === 'number' ? place : place.offset });
  };
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

function goMessage({ code, message, offset }: Failure, text: string, lines: LineCounter): string {
  const found = messageOf(code, message, text);
  const { line } = lines.linePos(offset);
  if (ofScanner.includes(found)) return withLine(line > 1 ? line : 0, found, text);
  return withLine(offset >= text.trimEnd().length ? lineCount(text) : line - 1, found, text);
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
