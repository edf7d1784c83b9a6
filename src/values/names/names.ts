/**
 * Syntax of names, labels and label values. Each check returns the messages of the API server, or
 * none for a valid value.
 */
import type { Release } from '../errors/field-errors.ts';
import { utf8Length } from '../text/bytes.ts';

const maxLabelLength = 63;
const maxSubdomainLength = 253;

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;
const label1035Pattern = '[a-z]([-a-z0-9]*[a-z0-9])?';
const qualifiedPattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelValuePattern = `(${qualifiedPattern})?`;

const isLabel = anchored(labelPattern);
const isSubdomain = anchored(subdomainPattern);
const is1035Label = anchored(label1035Pattern);
const isQualified = anchored(qualifiedPattern);
const isLabelValue = anchored(labelValuePattern);

const subdomainMessage = withExamples(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
    'and must start and end with an alphanumeric character',
  subdomainPattern,
  ['example.com'],
);
const mixedCaseMessage = withExamples(
  "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', " +
    'and must start and end with an alphanumeric character',
  subdomainPattern,
  ['Example.com'],
);
const wildcardPattern = `\\*\\.${subdomainPattern}`;
const isWildcard = anchored(wildcardPattern);
const wildcardMessage = withExamples(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which " +
    "must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  wildcardPattern,
  ['*.example.com'],
);
const labelMessage = withExamples(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
    'and must start and end with an alphanumeric character',
  labelPattern,
  ['my-name', '123-abc'],
);
const label1035Message = withExamples(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', " +
    'start with an alphabetic character, and end with an alphanumeric character',
  label1035Pattern,
  ['my-name', 'abc-123'],
);
const qualifiedMessage = withExamples(
  "must consist of alphanumeric characters, '-', '_' or '.', " +
    'and must start and end with an alphanumeric character',
  qualifiedPattern,
  ['MyName', 'my.name', '123-abc'],
);
const labelValueMessage = withExamples(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
    'and must start and end with an alphanumeric character',
  labelValuePattern,
  ['MyValue', 'my_value', '12345'],
);

const configKeyPattern = '[-._a-zA-Z0-9]+';
const isConfigKey = anchored(configKeyPattern);
const configKeyMessage = withExamples(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  configKeyPattern,
  ['key.name', 'KEY_NAME', 'key-name'],
);
const envNamePattern = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const isEnvName = anchored(envNamePattern);
const envNameMessage = withExamples(
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', " +
    'and must not start with a digit',
  envNamePattern,
  ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1'],
);
const isPrintable = anchored('[ -<>-~]+');
const printableEnvMessage =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";
const headerPattern = '[-A-Za-z0-9]+';
const isHeader = anchored(headerPattern);
const headerMessage = withExamples(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  headerPattern,
  ['X-Header-Name'],
);
const conditionReasonPattern = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const isConditionReason = anchored(conditionReasonPattern);
const conditionReasonMessage = withExamples(
  'a condition reason must start with alphabetic character, optionally followed by a string of ' +
    "alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  conditionReasonPattern,
  ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'],
);

const noErrors: readonly string[] = [];

/** Names of most objects, such as `example.com`. */
export function checkDns1123Subdomain(name: string): readonly string[] {
  return check(name, maxSubdomainLength, isSubdomain, subdomainMessage);
}

/** The same in any case, such as `Example.com`. */
export function checkMixedCaseSubdomain(name: string): readonly string[] {
  return check(name.toLowerCase(), maxSubdomainLength, isSubdomain, mixedCaseMessage);
}

/** Hosts such as `*.example.com`: all the names directly below a domain. */
export function checkWildcardSubdomain(host: string): readonly string[] {
  return check(host, maxSubdomainLength, isWildcard, wildcardMessage);
}

/** Names of Namespaces and containers, such as `my-name` or `123-abc`. */
export function checkDns1123Label(name: string, release?: Release): readonly string[] {
  const messages = check(name, maxLabelLength, isLabel, labelMessage);
  if (messages.length === 0 || release?.enabled('DotsInLabelsNamed') !== true) return messages;
  if (!isSubdomain.test(name)) return messages;
  return check(name, maxLabelLength, isLabel, 'must not contain dots');
}

/** Names of Services, such as `my-name`; they must not start with a digit. */
export function checkDns1035Label(name: string): readonly string[] {
  return check(name, maxLabelLength, is1035Label, label1035Message);
}

/** For a prefix of a generated name: it may end in a dash, because more will follow. */
export function asPrefix(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}

/** Values of labels: like a qualified name without prefix, or empty. */
export function checkLabelValue(value: string, release?: Release): readonly string[] {
  return check(value, maxLabelLength, isLabelValue, labelValueMessage, release);
}

/** Keys in the data of ConfigMaps and Secrets, which become file names. */
export function checkConfigKey(key: string): readonly string[] {
  return joined(check(key, maxSubdomainLength, isConfigKey, configKeyMessage), checkDots(key));
}

/** Names of environment variables, and their prefixes. */
export function checkEnvName(name: string, release?: Release): readonly string[] {
  if (release?.enabled('RelaxedEnvironmentVariableValidation') === true) {
    return isPrintable.test(name) ? noErrors : [printableEnvMessage];
  }
  return joined(isEnvName.test(name) ? noErrors : [envNameMessage], checkDots(name));
}

const identifierMessage =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

export function checkCIdentifier(name: string): readonly string[] {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? noErrors : [identifierMessage];
}

/** Leading dots mean directories. */
function checkDots(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`must not be '${name}'`];
  return name.startsWith('..') ? ["must not start with '..'"] : noErrors;
}

/** Names of HTTP headers. */
export function checkHeaderName(name: string): readonly string[] {
  return isHeader.test(name) ? noErrors : [headerMessage];
}

/** Reasons of conditions, such as `MinimumReplicasAvailable`. */
export function checkConditionReason(reason: string): readonly string[] {
  return isConditionReason.test(reason) ? noErrors : [conditionReasonMessage];
}

/** Names that only need to fit into a path: for kinds that v1.24 forgets to check. */
export function checkPathSegment(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const bad = ['/', '%'].filter((character) => name.includes(character));
  return bad.length === 0 ? noErrors : bad.map((character) => `may not contain '${character}'`);
}

/** Keys of labels and annotations, finalizers, resource names: `name` or `prefix.domain/name`. */
export function checkQualifiedName(key: string, release?: Release): readonly string[] {
  const slash = key.indexOf('/');
  if (slash < 0) return checkNamePart(key, release);
  if (key.includes('/', slash + 1)) {
    return [
      `a ${unitOf(release) === 'bytes' ? 'valid label key' : 'qualified name'} ${qualifiedMessage} with an optional DNS subdomain prefix and '/' ` +
        "(e.g. 'example.com/MyName')",
    ];
  }
  return joined(
    checkPrefixPart(key.slice(0, slash), release),
    checkNamePart(key.slice(slash + 1), release),
  );
}

/** What the length of labels is counted in, as messages have it. */
type Unit = 'bytes' | 'characters';

function unitOf(release: Release | undefined): Unit {
  return release?.enabled('LabelLengthsInBytes') === true ? 'bytes' : 'characters';
}

function checkPrefixPart(prefix: string, release: Release | undefined): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const messages = check(prefix, maxSubdomainLength, isSubdomain, subdomainMessage, release);
  return messages.length === 0 ? messages : messages.map((message) => `prefix part ${message}`);
}

function checkNamePart(name: string, release: Release | undefined): readonly string[] {
  if (isQualified.test(name) && name.length <= maxLabelLength) return noErrors;
  const messages: string[] = [];
  if (name === '') messages.push('name part must be non-empty');
  if (utf8Length(name) > maxLabelLength)
    messages.push(`name part ${lengthMessage(maxLabelLength, unitOf(release))}`);
  if (!isQualified.test(name)) messages.push(`name part ${qualifiedMessage}`);
  return messages;
}

/** @param release whose unit a message about the length names; absent: characters */
function check(
  text: string,
  maxLength: number,
  pattern: RegExp,
  message: string,
  release?: Release,
): readonly string[] {
  const isWell = pattern.test(text);
  // Valid text has one byte per character.
  if (isWell && text.length <= maxLength) return noErrors;
  const isLong = utf8Length(text) > maxLength;
  const lengths = isLong ? [lengthMessage(maxLength, unitOf(release))] : [];
  return [...lengths, ...(isWell ? [] : [message])];
}

/** The message for text that is too long, whatever it is. */
export function lengthMessage(maxLength: number, unit: Unit = 'characters'): string {
  return `must be no more than ${maxLength} ${unit}`;
}

function joined(first: readonly string[], second: readonly string[]): readonly string[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}

function anchored(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

function withExamples(message: string, pattern: string, examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}'`).join(',  or ');
  return `${message} (e.g. ${quoted}, regex used for validation is '${pattern}')`;
}
