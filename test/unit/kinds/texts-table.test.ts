/** Which texts are addresses, ranges and values of the formats of schemas: each text with all readers. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { knownFormat } from '../../../src/custom/checks/formats.ts';
import { firstStrictness } from '../../../src/custom/checks/strictness.ts';
import {
  canonicalIp,
  contains,
  isIpv6,
  parseCidr,
  parseIp,
  parseIpv4Range,
} from '../../../src/values/names/ip-address.ts';
import {
  labelRequirement,
  meets,
  type LabelOperator,
} from '../../../src/values/selectors/label-requirement.ts';
import { validateIp, validateOrdinaryIp } from '../../../src/kinds/object/validate-addresses.ts';
import { texts } from './samples.ts';

const addresses = [
  ...['', '0.0.0.0', '1.2.3.4', '01.2.3.4', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.-4'],
  ...['127.0.0.1', '128.0.0.1', '126.0.0.1', '169.254.0.1', '169.253.0.1', '168.254.0.1'],
  ...['224.0.0.1', '224.0.1.0', '224.1.0.0', '225.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::2', '1::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff80::1', 'ff02::1', 'ff12::1'],
  ...['ff03::1', 'fe02::1', '2001:db8::', '2001:DB8::1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7'],
  ...[
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '::1.2.3.4',
    '::ffff:1.2.3.4',
    '12345::',
    'g::',
    'fe80::1%eth0',
  ],
];

it('addresses', async () => {
  const lines = addresses.map((text) => {
    const errors = texts((found) => {
      validateIp(found, text, 'ip');
      validateOrdinaryIp(found, text, 'ordinary');
    });
    const read = [parseIp(text)?.join(' ') ?? 'none', canonicalIp(text) ?? 'none', isIpv6(text)];
    return [JSON.stringify(text), ...read.map(String), ...errors].join(' | ');
  });
  const ranges = [
    '0',
    '8',
    '12',
    '30',
    '31',
    '32',
    '33',
    '064',
    '128',
    '129',
    '-1',
    '',
    '1.5',
    ' 8',
  ].flatMap((bits) =>
    ['10.96.255.9', '2001:db8::ff', 'x'].map((address) => {
      const text = `${address}/${bits}`;
      const range = parseIpv4Range(text);
      const cidr = parseCidr(text);
      const inside = ['10.96.0.1', '10.97.0.1', '10.96.255.8', '2001:db8::1', '2002::'].filter(
        (each) => cidr !== undefined && contains(cidr, parseIp(each)!),
      );
      const shown = cidr && `${cidr.bytes.join(' ')} ${cidr.bits}: ${inside.join(', ')}`;
      return `${text} | ${range ? `${range.base} ${range.size}` : 'none'} | ${shown ?? 'none'}`;
    }),
  );
  await expect(`${[...lines, ...ranges].join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'texts-addresses.txt'),
  );
});

const values: Readonly<Record<string, readonly string[]>> = {
  'bson-object-id': [
    '0123456789abcdefABCDEF00',
    '0123456789abcdefABCDEF0',
    '0123456789abcdefABCDEF0g',
  ],
  byte: ['', 'aGk=', 'aGk', 'a===', 'aG==', '+/+/', 'a-b_'],
  cidr: ['10.0.0.0/8', '10.0.0.0', '::/0', '10.0.0.0/33'],
  'credit-card': ['4111111111111111', '4111-1111-1111-1111', '4111111111111112', '1234'],
  date: ['2026-02-28', '2026-02-29', '2024-02-29', '2026-13-01', '26-01-01', '2026-1-1'],
  'date-time': [
    '2026-01-01T00:00:00Z',
    '2026-01-01t00:00:00z',
    '2026-01-01 00:00:00',
    '2026-01-01T24:00:00Z',
  ],
  duration: ['1s', '1h30m', '1 day', '3 weeks', 'x', '1', '-1s', ''],
  email: ['a@b.c', 'a', 'A <a@b.c>', '@b.c', 'a@'],
  hexcolor: ['#abc', 'ABCDEF', '#abcd', 'xyz', ''],
  hostname: ['a.example.com', '-a', 'a_b', 'A', `${'a'.repeat(64)}.b`, ''],
  ipv4: ['1.2.3.4', '::1', '::ffff:1.2.3.4', '1'],
  ipv6: ['::1', '1.2.3.4', '::ffff:1.2.3.4'],
  isbn10: ['0306406152', '0-306-40615-2', '0306406153', '043942089X'],
  isbn13: ['9780306406157', '978-0-306-40615-7', '9780306406158'],
  isbn: ['0306406152', '9780306406157', '1'],
  mac: [
    '00:11:22:33:44:55',
    '00-11-22-33-44-55',
    '0011.2233.4455',
    '00:11:22:33:44',
    'g0:11:22:33:44:55',
  ],
  password: ['', 'x'],
  rgbcolor: [
    'rgb(0,10,255)',
    'rgb( 1 , 2 , 3 )',
    'rgb(256,0,0)',
    'rgb(0,0)',
    'RGB(1,2,3)',
    'rgb(01,2,3)',
  ],
  ssn: ['123-45-6789', '123 45 6789', '123456789', '123-45-678'],
  uri: ['http://a/b', '/a', 'a', 'a b', ''],
  uuid: ['0b0e7c1c-0f6e-1a5b-0c3d-9e8f7a6b5c4d', '0B0E7C1C0F6E1A5B0C3D9E8F7A6B5C4D', 'x'],
  uuid3: ['0b0e7c1c-0f6e-3a5b-0c3d-9e8f7a6b5c4d', '0b0e7c1c-0f6e-4a5b-8c3d-9e8f7a6b5c4d'],
  uuid4: [
    '0b0e7c1c-0f6e-4a5b-8c3d-9e8f7a6b5c4d',
    '0b0e7c1c-0f6e-4a5b-7c3d-9e8f7a6b5c4d',
    '0b0e7c1c-0f6e-5a5b-8c3d-9e8f7a6b5c4d',
  ],
  uuid5: ['0b0e7c1c-0f6e-5a5b-bc3d-9e8f7a6b5c4d', '0b0e7c1c-0f6e-4a5b-8c3d-9e8f7a6b5c4d'],
};

it('formats', async () => {
  const lines = Object.entries(values).flatMap(([name, given]) => {
    const format = knownFormat(name, firstStrictness)!;
    return given.map((text) => `${name} ${JSON.stringify(text)}: ${format(text)}`);
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'texts-formats.txt'),
  );
  expect([undefined, '', 'other'].map((name) => knownFormat(name, firstStrictness))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it.each<[LabelOperator, readonly string[], string]>([
  ['in', ['5', 'x'], '5 x'],
  ['notin', ['5', 'x'], '4 6 - none'],
  ['=', ['5'], '5'],
  ['==', ['5'], '5'],
  ['!=', ['5'], '4 6 x - none'],
  ['exists', [], '4 5 6 x -'],
  ['!', [], 'none'],
  ['>', ['5'], '6'],
  ['<', ['5'], '4'],
])('a label that is %s %j is met by %s', (operator, bounds, expected) => {
  const requirement = labelRequirement('a', operator, bounds);
  const met = ['4', '5', '6', 'x', '-'].filter((value) => meets(requirement, { a: value }));
  const found = meets(requirement, { b: '5' }) ? [...met, 'none'] : met;
  expect(found.join(' ')).toBe(expected);
});

it.each<[LabelOperator, readonly string[], string]>([
  [
    'in',
    [],
    "values: Invalid value: []string(nil): for 'in', 'notin' operators, values set can't be empty",
  ],
  [
    'notin',
    [],
    "values: Invalid value: []string(nil): for 'in', 'notin' operators, values set can't be empty",
  ],
  [
    'exists',
    ['a'],
    'values: Invalid value: []string{"a"}: values set must be empty for exists and does not exist',
  ],
  [
    '!',
    ['a', 'b'],
    'values: Invalid value: []string{"a", "b"}: values set must be empty for exists and does not exist',
  ],
  [
    '>',
    ['x'],
    "values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    '<',
    ['1.5'],
    "values[0]: Invalid value: \"1.5\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
])('no label can be %s %j', (operator, values, why) => {
  expect(() => labelRequirement('a', operator, values)).toThrow(new Error(why));
});
