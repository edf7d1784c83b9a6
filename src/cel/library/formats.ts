/** Formats of names and other texts. */
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
  isRequestUri,
  parseGoUrl,
} from '#values';
import type { Perform } from '../perform.ts';
import { CelList, CelOptional, noOverload, type Value } from '../values.ts';
import { Opaque } from './opaque.ts';

interface NamedFormat {
  readonly name: string;
  /** The length that its pattern is taken to have. */
  readonly patternLength: number;
  faultsOf(text: string): readonly string[];
}

/** A prefix may end with a hyphen, as names that are completed do. */
const prefix =
  (check: (text: string) => readonly string[]) =>
  (text: string): readonly string[] =>
    check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const matching =
  (pattern: RegExp, fault: string) =>
  (text: string): readonly string[] =>
    pattern.test(text) ? [] : [fault];

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** The releases that have these formats say of labels with dots that there must be none. */
const checkLabel = (text: string): readonly string[] =>
  checkDns1123Label(text, { enabled: () => true });

const formats: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: { name: 'DNS1123Label', patternLength: 30, faultsOf: checkLabel },
  dns1123Subdomain: {
    name: 'DNS1123Subdomain',
    patternLength: 60,
    faultsOf: checkDns1123Subdomain,
  },
  dns1035Label: { name: 'DNS1035Label', patternLength: 30, faultsOf: checkDns1035Label },
  qualifiedName: { name: 'QualifiedName', patternLength: 60, faultsOf: checkQualifiedName },
  dns1123LabelPrefix: {
    name: 'DNS1123LabelPrefix',
    patternLength: 30,
    faultsOf: prefix(checkLabel),
  },
  dns1123SubdomainPrefix: {
    name: 'DNS1123SubdomainPrefix',
    patternLength: 60,
    faultsOf: prefix(checkDns1123Subdomain),
  },
  dns1035LabelPrefix: {
    name: 'DNS1035LabelPrefix',
    patternLength: 30,
    faultsOf: prefix(checkDns1035Label),
  },
  labelValue: { name: 'LabelValue', patternLength: 40, faultsOf: checkLabelValue },
  uri: { name: 'URI', patternLength: 1103, faultsOf: faultsOfUri },
  uuid: {
    name: 'uuid',
    patternLength: 79,
    faultsOf: matching(uuid, 'does not match the UUID format'),
  },
  byte: { name: 'byte', patternLength: 92, faultsOf: matching(base64, 'invalid base64') },
  date: { name: 'date', patternLength: 97, faultsOf: matching(date, 'invalid date') },
  datetime: {
    name: 'datetime',
    patternLength: 97,
    faultsOf: matching(dateTime, 'invalid datetime'),
  },
};

export const formatFunctions: readonly (readonly [string, Perform])[] = [
  ...Object.entries(formats).map(([name, format]): readonly [string, Perform] => {
    const value = new Opaque('format', format, format.name);
    return [`format.${name}`, () => value];
  }),
  ['format.named', ([name]) => named(name)],
  ['validate', ([format, text]) => validate(format, text)],
];

function named(name: Value | undefined): Value {
  if (typeof name !== 'string') return noOverload;
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return new CelOptional(format && new Opaque('format', format, format.name));
}

function validate(format: Value | undefined, text: Value | undefined): Value {
  if (!(format instanceof Opaque) || format.kind !== 'format') return noOverload;
  if (typeof text !== 'string') return noOverload;
  const faults = (format.held as NamedFormat).faultsOf(text);
  return new CelOptional(faults.length === 0 ? undefined : CelList.of([...faults]));
}

/** The length that the pattern of a format is taken to have. */
export function patternLengthOf(format: Value | undefined): number {
  return format instanceof Opaque ? (format.held as NamedFormat).patternLength : 0;
}

function faultsOfUri(text: string): readonly string[] {
  try {
    parseGoUrl(text);
  } catch (error) {
    return [(error as Error).message];
  }
  return isRequestUri(text) ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`];
}
