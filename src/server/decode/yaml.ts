/** YAML bodies, and what is wrong with them in the words of Go's parser. */
import type { YAMLParseError } from 'yaml';

/** The text is no YAML, or holds what JSON cannot; with Go's message. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
}

/**
 * The value of a YAML document, as plain JSON. The parser is loaded when first needed.
 * @throws {YamlSyntaxError}
 */
export async function parseYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, {
    version: '1.1',
    schema: 'core',
    merge: true,
    uniqueKeys: false,
    strict: true,
    logLevel: 'silent',
  });
  const [error] = document.errors;
  if (error !== undefined) throw new YamlSyntaxError(goMessage(error, text));
  try {
    return plain(document.toJS({ maxAliasCount: 100 }));
  } catch (failure) {
    throw new YamlSyntaxError(`yaml: ${(failure as Error).message}`);
  }
}

/** Keys that are no strings become such, values that JSON does not know are refused. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}

const messages: Readonly<Record<string, string>> = {
  BAD_INDENT: 'mapping values are not allowed in this context',
  BLOCK_AS_IMPLICIT_KEY: 'mapping values are not allowed in this context',
  MISSING_CHAR: "could not find expected ':'",
  TAB_AS_INDENT: 'found character that cannot start any token',
  BAD_SCALAR_START: 'found character that cannot start any token',
  UNEXPECTED_TOKEN: 'did not find expected node content',
  MULTILINE_IMPLICIT_KEY: "could not find expected ':'",
};

function goMessage({ code, message, linePos }: YAMLParseError, text: string): string {
  const line = linePos?.[0].line ?? 1;
  return `yaml: line ${Math.min(line, lineCount(text))}: ${told(code, message)}`;
}

function told(code: string, message: string): string {
  if (/flow sequence|end with a ]|missing ]/i.test(message))
    return "did not find expected ',' or ']'";
  if (/flow map|end with a }|missing }/i.test(message)) return "did not find expected ',' or '}'";
  if (/closing ["']quote|Missing closing/i.test(message)) return 'found unexpected end of stream';
  return messages[code] ?? 'did not find expected key';
}

/** Go counts a line break at the end as no line. */
function lineCount(text: string): number {
  return Math.max(1, text.replace(/\n+$/, '').split('\n').length);
}
