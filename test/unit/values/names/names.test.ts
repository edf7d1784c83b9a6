import { describe, expect, it } from 'vitest';
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
} from '../../../../src/values/names/names.ts';

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const label1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const name =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const atMost = (length: number) => `must be no more than ${length} characters`;

const cases: readonly [(text: string) => readonly string[], string, readonly string[]][] = [
  [checkDns1123Subdomain, 'a', []],
  [checkDns1123Subdomain, 'example-1.com', []],
  [checkDns1123Subdomain, 'a'.repeat(253), []],
  [checkDns1123Subdomain, 'a'.repeat(254), [atMost(253)]],
  [checkDns1123Subdomain, 'A'.repeat(254), [atMost(253), subdomain]],
  [checkDns1123Subdomain, '', [subdomain]],
  [checkDns1123Subdomain, 'a..b', [subdomain]],
  [checkDns1123Subdomain, 'a\n', [subdomain]],
  [checkDns1123Subdomain, 'ü', [subdomain]],
  [checkDns1123Subdomain, 'ü'.repeat(127), [atMost(253), subdomain]],
  [checkDns1123Label, '123-abc', []],
  [checkDns1123Label, 'a.b', [label]],
  [checkDns1123Label, 'a'.repeat(64), [atMost(63)]],
  [checkDns1035Label, 'abc-123', []],
  [checkDns1035Label, '123-abc', [label1035]],
  [checkDns1035Label, 'a'.repeat(64), [atMost(63)]],
  [checkLabelValue, '', []],
  [checkLabelValue, 'my_Value.1', []],
  [checkLabelValue, '-', [value]],
  [checkLabelValue, `-${'a'.repeat(63)}`, [atMost(63), value]],
  [checkQualifiedName, 'My_name', []],
  [checkQualifiedName, 'example.com/MyName', []],
  [checkQualifiedName, '', ['name part must be non-empty', name]],
  [checkQualifiedName, 'a b', [name]],
  [checkQualifiedName, 'a'.repeat(64), [`name part ${atMost(63)}`]],
  [checkQualifiedName, '/a', ['prefix part must be non-empty']],
  [checkQualifiedName, 'Example.com/a', [`prefix part ${subdomain}`]],
  [checkQualifiedName, `${'a'.repeat(254)}/a`, [`prefix part ${atMost(253)}`]],
  [checkQualifiedName, 'A/', [`prefix part ${subdomain}`, 'name part must be non-empty', name]],
  [
    checkQualifiedName,
    'a/b/c',
    [
      `${name.replace('name part', 'a qualified name')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
  ],
];

describe('names', () => {
  it.each(cases.map(([check, text, messages]) => [check.name, text, check, messages] as const))(
    '%s(%j)',
    (_name, text, check, messages) => {
      expect(check(text)).toEqual(messages);
    },
  );
});
