/** Formats of texts that v1.24 checks. It ignores all others, those of numbers included. */
import type { JSONSchemaProps } from '#types';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  parseGoDuration,
  isCidr,
  parseIp,
  isEmail,
  isHostname,
  isRequestUri,
} from '#values';
import { isDate, isDateTime } from './dates.ts';
import { wrongType } from './findings.ts';
import type { Finding } from './outcome.ts';
import type { Strictness } from './strictness.ts';
import { isCreditCard, isIsbn10, isIsbn13 } from './numbered.ts';

type Format = (text: string) => boolean;

const uuid = (version: string, variant: string): Format =>
  matching(`[0-9a-f]{8}-?[0-9a-f]{4}-?${version}-?${variant}-?[0-9a-f]{12}`, 'i');
const anyFour = '[0-9a-f]{4}';
const rfc4122 = '[89ab][0-9a-f]{3}';
const part = '\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*';

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['bsonobjectid', matching('[0-9a-f]{24}', 'i')],
  ['byte', (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hexcolor', matching('#?([0-9a-f]{3}|[0-9a-f]{6})', 'i')],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && parseIp(text) !== undefined],
  ['ipv6', (text) => text.includes(':') && parseIp(text) !== undefined],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['mac', isMac],
  ['password', () => true],
  ['rgbcolor', matching(`rgb\\(${part},${part},${part}\\)`)],
  ['ssn', matching('\\d{3}[- ]\\d{2}[- ]\\d{4}')],
  ['uri', isRequestUri],
  ['uuid', uuid(anyFour, anyFour)],
  ['uuid3', uuid('3[0-9a-f]{3}', anyFour)],
  ['uuid4', uuid('4[0-9a-f]{3}', rfc4122)],
  ['uuid5', uuid('5[0-9a-f]{3}', rfc4122)],
]);

const nameFormats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['k8sshortname', (text) => checkDns1123Label(text).length === 0],
  ['k8slongname', (text) => checkDns1123Subdomain(text).length === 0],
]);

/** Undefined for none, and for a format that is not checked. Hyphens in names do not matter. */
export function knownFormat(
  name: string | undefined,
  { nameFormats: knowsNames }: Pick<Strictness, 'nameFormats'>,
): Format | undefined {
  if (!name) return undefined;
  const plain = name.replaceAll('-', '');
  return formats.get(plain) ?? (knowsNames ? nameFormats.get(plain) : undefined);
}

const numericFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** Whether a schema has a format that its type knows. */
export function isKnownFormat(
  { type = '', format }: JSONSchemaProps,
  strictness: Pick<Strictness, 'nameFormats'>,
): boolean {
  if (!format) return true;
  if (type === '' || type === 'string') return knownFormat(format, strictness) !== undefined;
  return numericFormats[type]?.includes(format) === true;
}

/** The format of numbers that a value has to fit; undefined for none that is checked. */
export function numericFormat(
  { type = '', format = '' }: JSONSchemaProps,
  { numericFormats: isChecked }: Strictness,
): string | undefined {
  return isChecked && numericFormats[type]?.includes(format) === true ? format : undefined;
}

export function checkFormat(
  format: Format,
  text: string,
  path: string,
  name: string,
): Finding | undefined {
  return format(text) ? undefined : wrongType(path, name, text);
}

function matching(pattern: string, flags = ''): Format {
  const whole = new RegExp(`^(?:${pattern})$`, flags);
  return (text) => whole.test(text);
}

/** Groups of two hexadecimal digits after colons or hyphens, or of four after dots. */
function isMac(text: string): boolean {
  const separator = /[:.-]/.exec(text)?.[0];
  if (separator === undefined || text.length > 60) return false;
  const groups = text.split(separator);
  const digits = separator === '.' ? 4 : 2;
  const bytes = (groups.length * digits) / 2;
  const isGroup = new RegExp(`^[0-9a-fA-F]{${digits}}$`);
  return [6, 8, 20].includes(bytes) && groups.every((group) => isGroup.test(group));
}

/** As Go writes durations, or numbers with names of units such as `22 ns` or `3 weeks`. */
function isDuration(text: string): boolean {
  try {
    parseGoDuration(text);
    return true;
  } catch {
    if (!/^\s*(?:\d+\s*[A-Za-zµ]+\s*)+$/.test(text)) return false;
    return text.split(/[\d\s]+/).some(isUnit);
  }
}

/** The last name of each unit may be continued: `seconds`. */
function isUnit(name: string): boolean {
  return /^(?:(?:ns|us|µs|ms|s|m|h|hr|d|w|wk)$|nano|micro|milli|sec|min|hour|day|week)/i.test(name);
}
