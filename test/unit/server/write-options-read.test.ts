/** The options of writes, as they are read from a query: whole, and each error. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '#values';
import { readWriteOptions } from '../../../src/server/request/options.ts';
import { parseQuery } from '../../../src/server/request/query.ts';

const read = (text: string, isApply?: boolean, userAgent?: string, validatesFields = true) =>
  readWriteOptions(
    'PatchOptions',
    {
      query: parseQuery(text),
      userAgent,
      release: { enabled: (name) => name === 'ServerSideFieldValidation' && validatesFields },
    },
    isApply,
  );

describe('the options of a write', () => {
  const usual = { dryRun: false, fieldManager: 'unknown', fieldValidation: 'Warn', force: false };

  it.each<[string, boolean | undefined, object]>([
    ['', undefined, usual],
    ['', false, usual],
    ['pretty=1', undefined, usual],
    ['dryRun=All', undefined, { ...usual, dryRun: true }],
    ['dryRun=All&dryRun=All', undefined, { ...usual, dryRun: true }],
    ['fieldManager=me', undefined, { ...usual, fieldManager: 'me' }],
    ['fieldManager=', undefined, usual],
    ['fieldValidation=Strict', undefined, { ...usual, fieldValidation: 'Strict' }],
    ['fieldValidation=Ignore', undefined, { ...usual, fieldValidation: 'Ignore' }],
    ['fieldValidation=', undefined, usual],
    ['fieldManager=me&force=true', true, { ...usual, fieldManager: 'me', force: true }],
    ['fieldManager=me&force=false', true, { ...usual, fieldManager: 'me' }],
    ['fieldManager=me', true, { ...usual, fieldManager: 'me' }],
    ['force=true', undefined, { ...usual, force: true }],
  ])('%s (apply: %s)', (text, isApply, options) => {
    expect(read(text, isApply)).toStrictEqual(options);
  });

  it('ignore fields without the feature gate', () => {
    for (const text of ['', 'fieldValidation=Strict', 'dryRun=All']) {
      expect(read(text, undefined, undefined, false).fieldValidation).toBe('Ignore');
    }
  });

  it.each([
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['/v1', 'unknown'],
    ['kubectl', 'kubectl'],
    ['kubectl/v1.24.17 (linux/amd64)', 'kubectl'],
    ['a b/1', 'a b'],
    ['a\tb/1', 'ab'],
    ['x'.repeat(128), 'x'.repeat(128)],
    ['x'.repeat(129), 'x'.repeat(128)],
    [Buffer.from('ä\u0001ö/1').toString('latin1'), 'äö'],
    [Buffer.from('ä'.repeat(65)).toString('latin1'), 'ä'.repeat(64)],
    [Buffer.from(`${'x'.repeat(127)}ä`).toString('latin1'), 'x'.repeat(127)],
  ])('name the manager by the user agent %j: %j', (userAgent, manager) => {
    expect(read('', undefined, userAgent).fieldManager).toBe(manager);
    expect(read('dryRun=All', undefined, userAgent).fieldManager).toBe(manager);
  });
});

describe('options are refused', () => {
  const manager = (text: string): string => `fieldManager=${encodeURIComponent(text)}`;

  it.each<[string, boolean | undefined, string]>([
    ['', true, 'fieldManager: Required value: is required for apply patch'],
    ['force=true', true, 'fieldManager: Required value: is required for apply patch'],
    ['force=false', false, 'force: Forbidden: may not be specified for non-apply patch'],
    ['dryRun=', undefined, 'dryRun: Unsupported value: []string{""}: supported values: "All"'],
    [
      'dryRun=All&dryRun=x',
      undefined,
      'dryRun: Unsupported value: []string{"All", "x"}: supported values: "All"',
    ],
    [
      'fieldValidation=warn',
      undefined,
      'fieldValidation: Unsupported value: "warn": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    [manager('x'.repeat(129)), undefined, 'fieldManager: Too long: must have at most 128 bytes'],
    [manager('ä'.repeat(65)), undefined, 'fieldManager: Too long: must have at most 128 bytes'],
    [
      manager('ä\tb\n'),
      undefined,
      'fieldManager: Invalid value: "ä\\tb\\n": invalid character U+0009 (at position 2)',
    ],
    [
      'force=true&dryRun=x',
      false,
      '[force: Forbidden: may not be specified for non-apply patch, dryRun: Unsupported value: []string{"x"}: supported values: "All"]',
    ],
  ])('%s (apply: %s)', (text, isApply, why) => {
    let found: unknown;
    try {
      read(text, isApply);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(ApiError);
    const { code, message } = (found as ApiError).status;
    expect([code, message]).toEqual([422, `PatchOptions.meta.k8s.io "" is invalid: ${why}`]);
  });

  it('not at their limits', () => {
    expect(read(manager('x'.repeat(128))).fieldManager).toBe('x'.repeat(128));
    expect(read(manager('ä'.repeat(64))).fieldManager).toBe('ä'.repeat(64));
  });
});
