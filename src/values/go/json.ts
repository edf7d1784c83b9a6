const isGiven = (value: unknown): boolean => value !== undefined;

/**
 * JSON as Go's encoder writes a map, with sorted keys. Written by hand, because JS objects put the
 * key `9` before `10`.
 *
 * @param keep which fields are written
 */
export function goJson(value: unknown, keep: (value: unknown) => boolean = isGiven): string {
  if (typeof value === 'string') return goString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => goJson(item, keep)).join(',')}]`;
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[key];
    if (keep(field)) fields.push(`${goString(key)}:${goJson(field, keep)}`);
  }
  return `{${fields.join(',')}}`;
}

/** Go escapes what is special in HTML or JavaScript, and has no short forms for control characters. */
function goString(text: string): string {
  const json = JSON.stringify(text);
  if (!/[<>&\u2028\u2029\\]/.test(json)) return json;
  return json.replace(/[<>&\u2028\u2029]|\\./g, (found) => {
    if (found === '\\b') return '\\u0008';
    if (found === '\\f') return '\\u000c';
    if (found.startsWith('\\')) return found;
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
