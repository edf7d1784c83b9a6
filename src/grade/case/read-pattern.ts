/** Reads patterns of requests as cases write them. */
import type { Pattern, VersionForm } from '../requests/pattern.ts';
import { CaseError, Fields } from './fields.ts';

const verbs = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
  ...['read', 'write'],
];
const forms: readonly VersionForm[] = ['none', 'any', 'exact'];

/** @throws {CaseError} */
export function readPattern(value: unknown, where: string): Pattern {
  const fields = new Fields(value, where);
  fields.only(
    ...['verb', 'resource', 'subresource', 'code', 'open', 'version', 'query', 'body'],
    ...['contentType', 'noop'],
  );
  const verb = fields.texts('verb');
  for (const each of verb ?? []) oneOf(each, verbs, fields.at('verb'));
  const version = fields.texts('version');
  for (const each of version ?? []) oneOf(each, forms, fields.at('version'));
  return {
    verb,
    resource: fields.optionalText('resource'),
    subresource: fields.optionalText('subresource'),
    code: fields.numbers('code'),
    open: fields.has('open') ? fields.flag('open') : undefined,
    version: version as readonly VersionForm[] | undefined,
    query: fields.has('query') ? readOptions(fields) : undefined,
    body: fields.optionalText('body'),
    contentType: fields.optionalText('contentType'),
    noop: fields.has('noop') ? fields.flag('noop') : undefined,
  };
}

function readOptions(fields: Fields): Readonly<Record<string, string>> {
  const options = new Fields(fields.map('query'), fields.at('query'));
  return Object.fromEntries(options.names.map((name) => [name, options.text(name)]));
}

function oneOf(word: string, words: readonly string[], where: string): void {
  if (words.includes(word)) return;
  throw new CaseError(`${where}: expected one of ${words.join(', ')}, found "${word}"`);
}
