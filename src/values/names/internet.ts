/** Names and addresses of the internet, as v1.24 checks them in custom resources. */
import { utf8Length } from '../text/bytes.ts';

const longestName = 255;
const longestLabel = 63;

const single = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const inner = /^[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u;
const last = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]){1,62}$/u;

/** A name of one label has a hyphen only after its first character: a quirk of v1.24. */
export function isHostname(text: string): boolean {
  if (utf8Length(text) > longestName) return false;
  const labels = text.split('.');
  if (labels.some((label) => utf8Length(label) > longestLabel)) return false;
  if (labels.length === 1) return single.test(text);
  return last.test(labels.pop()!) && labels.every((label) => inner.test(label));
}

const atom =
  /^[^\s()<>[\]:;@\\,."\u0000-\u001f\u007f]+(?:\.[^\s()<>[\]:;@\\,."\u0000-\u001f\u007f]+)*$/;
const quotedPart = /^"(?:[^"\\]|\\.)*"$/;
const literal = /^\[[^[\]\\]*\]$/;

/** `jane@example.com`, or `Jane <jane@example.com>`. */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  const open = trimmed.lastIndexOf('<');
  const isNamed = open >= 0 && trimmed.endsWith('>');
  const address = isNamed ? trimmed.slice(open + 1, -1) : trimmed;
  if (isNamed && /[<>@,;]/.test(trimmed.slice(0, open).replace(/"(?:[^"\\]|\\.)*"/g, ''))) {
    return false;
  }
  const at = address.lastIndexOf('@');
  if (at < 0) return false;
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  return (
    (atom.test(local) || quotedPart.test(local)) && (atom.test(domain) || literal.test(domain))
  );
}

const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/;
const badEscape = /%(?![0-9a-fA-F]{2})/;

/** What a request may name: a URL with a scheme, or a path from the root. */
export function isRequestUri(text: string): boolean {
  if (text === '' || /[\u0000-\u001f\u007f]/.test(text)) return false;
  if (text === '*') return true;
  const [start = ''] = scheme.exec(text) ?? [];
  const [rest = ''] = text.slice(start.length).split('?', 1);
  if (!rest.startsWith('/')) return start !== '';
  if (badEscape.test(rest)) return false;
  if (!rest.startsWith('//') || (start === '' && rest.startsWith('///'))) return true;
  const [authority = ''] = rest.slice(2).split('/', 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return /^(?:\[[0-9a-fA-F:.%\w-]*\]|[^\s"<>\\^`{|}[\]:]*)(?::[0-9]*)?$/.test(host);
}
