import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { changedFields, shownChanges } from '../../../../src/kinds/object/changed-fields.ts';
import { lineChanges } from '../../../../src/kinds/object/line-changes.ts';

const lines = (text: string): readonly string[] => [...text];

it.each([
  ['abc', 'abc', ''],
  ['', 'a', '@@ -0,0 +1 @@\n+a\n'],
  ['a', '', '@@ -1 +0,0 @@\n-a\n'],
  ['abcdefgh', 'abcdXfgh', '@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n'],
  ['abcdefgh', 'Xbcdefgh', '@@ -1,4 +1,4 @@\n-a\n+X\n b\n c\n d\n'],
  [
    'abcdefghij',
    'XbcdefghiY',
    '@@ -1,4 +1,4 @@\n-a\n+X\n b\n c\n d\n@@ -7,4 +7,4 @@\n g\n h\n i\n-j\n+Y\n',
  ],
  ['abcd', 'Xbcdef', '@@ -1,4 +1,6 @@\n-a\n+X\n b\n c\n d\n+e\n+f\n'],
])('tells what differs between %j and %j', (from, to, changes) => {
  expect(lineChanges(lines(from), lines(to))).toBe(changes);
});

it('takes long texts without a common line as a whole', () => {
  const many = (word: string) => Array.from({ length: 1_500 }, (_, index) => `${word}${index}`);
  expect(lineChanges(many('a'), many('b')).split('\n')).toHaveLength(1 + 3_000 + 1);
});

it('shows changes as Go writes its own types from 1.34, before by field', () => {
  const old = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const next = { ...old, accessModes: ['ReadOnlyMany'] };
  const shown = (minor: number): string =>
    shownChanges('PersistentVolumeClaimSpec', next, old, profileOf(minor));
  expect(shown(33)).toBe(changedFields(next, old));
  expect(shown(34)).toBe(
    [
      '@@ -1,6 +1,6 @@',
      ' {',
      '  "AccessModes": [',
      '-  "ReadWriteOnce"',
      '+  "ReadOnlyMany"',
      '  ],',
      '  "Selector": null,',
      '  "Resources": {',
      '',
    ].join('\n'),
  );
});

it('names nested fields of containers as Go does', () => {
  const old = { name: 'd', image: 'dbg', tty: false };
  const livenessProbe = { httpGet: { port: 80 } };
  const next = { ...old, livenessProbe };
  const changes = shownChanges<object>('EphemeralContainer', next, old, profileOf(37));
  expect(changes).toContain('- "LivenessProbe": null,\n+ "LivenessProbe": {\n+  "Exec": null,\n');
  expect(changes).toContain('+  "HTTPGet": {\n');
  expect(changes).not.toContain('TTY');
});
