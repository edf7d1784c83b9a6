/** Names of fields as expressions write them: names of CEL are letters, digits and underscores. */

/** Words of CEL's grammar, which are escaped as a whole. */
const words: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function'],
  ...['if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** Returns a field by its name in an expression, which may also be a word of the grammar as it is. */
export function fieldNamed<T>(fields: ReadonlyMap<string, T>, name: string): T | undefined {
  return fields.get(name) ?? (words.has(name) ? fields.get(escapeName(name)!) : undefined);
}

/** Undefined for a name that no expression can write. */
export function escapeName(name: string): string | undefined {
  if (words.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  return name.replace(/__|[./-]/g, (part) => escapes[part]!);
}
