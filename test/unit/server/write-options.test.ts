/** The options of writes that decide who the manager of fields is. */
import { describe, expect, it } from 'vitest';
import { readWriteOptions } from '../../../src/server/request/options.ts';
import { parseQuery } from '../../../src/server/request/query.ts';

/** As Node gives a header: each byte a character. */
const header = (text: string): string => Buffer.from(text).toString('latin1');

const managerOf = (userAgent: string | undefined, query = ''): string =>
  readWriteOptions('UpdateOptions', {
    query: parseQuery(query),
    userAgent,
    release: { enabled: () => false },
  }).fieldManager;

describe('the manager of fields', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['kubectl/v1.24.17 (linux/amd64)', 'kubectl'],
    ['curl', 'curl'],
    ['/x', 'unknown'],
    ['a b/1', 'a b'],
    ['x'.repeat(128), 'x'.repeat(128)],
    [`${'x'.repeat(128)}y`, 'x'.repeat(128)],
    [`${'x'.repeat(200)}/1`, 'x'.repeat(128)],
    // What cannot be printed is left out; the others have room for 128 bytes.
    ['a\tb/1', 'ab'],
    [header('größe/1'), 'größe'],
    [header('ä'.repeat(65)), 'ä'.repeat(64)],
    [header(`x${'ä'.repeat(64)}yyy`), `x${'ä'.repeat(63)}`],
  ])('is by default that of the user agent %j: %j', (userAgent, manager) => {
    expect(managerOf(userAgent)).toBe(manager);
    expect(managerOf(userAgent, 'dryRun=All')).toBe(manager);
  });

  it('is the one that is named, of at most 128 bytes', () => {
    expect(managerOf('kubectl/1', 'fieldManager=me')).toBe('me');
    expect(managerOf('kubectl/1', `fieldManager=${'x'.repeat(128)}`)).toBe('x'.repeat(128));
    for (const name of ['x'.repeat(129), 'ä'.repeat(65)]) {
      expect(() => managerOf('x', `fieldManager=${encodeURIComponent(name)}`)).toThrow(
        'fieldManager: Too long: must have at most 128 bytes',
      );
    }
    expect(() => managerOf('x', 'fieldManager=a%09b')).toThrow('invalid character U+0009');
  });
});
