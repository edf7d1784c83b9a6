/** JSON as the API server writes it. */
import { escapeJson } from '#values';

/** One line, safe to embed in HTML. */
export function jsonText(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** Over several lines, indented by two spaces. */
export function prettyJsonText(value: unknown): string {
  return escapeJson(JSON.stringify(value, undefined, 2));
}

/** With the line break that ends every answer. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${jsonText(value)}\n`);
}
