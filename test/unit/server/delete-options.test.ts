/** The options of deletions, from a body or a query, and the types of bodies. */
import { defaultProfile, profileOf } from '#kinds';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#values';
import { readDeleteOptions } from '../../../src/server/decode/delete-options.ts';
import { mediaTypeOf, patchTypeOf } from '../../../src/server/media/content-type.ts';
import { UnreadableBody, type Serializer } from '../../../src/server/media/serializer.ts';
import { parseQuery } from '../../../src/server/request/query.ts';

const serializer = {
  read: (bytes: Buffer) => ({ value: JSON.parse(bytes.toString()) as unknown }),
} as unknown as Serializer;
const read = (body: string, query: string, by = serializer, profile = defaultProfile) =>
  readDeleteOptions(Buffer.from(body), parseQuery(query), by, profile);

const none = { gracePeriodSeconds: undefined, preconditions: undefined };
const open = { orphanDependents: undefined, propagationPolicy: undefined };
const plain = { dryRun: false, isCascading: false, isPolicyOpen: true };

describe('the options of a deletion', () => {
  it.each<[string, string, object]>([
    ['', '', { ...plain, options: { ...none, ...open } }],
    ['{}', 'gracePeriodSeconds=5', { ...plain, options: { ...none, ...open } }],
    ['null', '', { ...plain, options: { ...none, ...open } }],
    [
      '',
      'gracePeriodSeconds=5&dryRun=All',
      { ...plain, dryRun: true, options: { ...none, ...open, gracePeriodSeconds: 5 } },
    ],
    [
      '{"gracePeriodSeconds":0,"dryRun":["All"],"preconditions":{"uid":"u"}}',
      '',
      {
        ...{ ...plain, dryRun: true },
        options: { ...open, gracePeriodSeconds: 0, preconditions: { uid: 'u' } },
      },
    ],
    [
      '',
      'orphanDependents=false',
      {
        ...{ dryRun: false, isCascading: true, isPolicyOpen: false },
        options: { ...none, ...open, orphanDependents: false },
      },
    ],
    [
      '{"orphanDependents":true}',
      '',
      {
        ...{ dryRun: false, isCascading: false, isPolicyOpen: false },
        options: { ...none, ...open, orphanDependents: true },
      },
    ],
    [
      '',
      'propagationPolicy=Orphan',
      { ...plain, isPolicyOpen: false, options: { ...none, ...open, propagationPolicy: 'Orphan' } },
    ],
  ])('%s with "%s"', async (body, query, options) => {
    expect(await read(body, query)).toEqual(options);
  });

  const problem = 'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: ';
  const unknown =
    'Unsupported value: "orphan": supported values: "Foreground", "Background", "Orphan", "nil"';
  it.each<[string, string, number, string]>([
    ['', 'propagationPolicy=orphan', 422, problem + unknown],
    [
      '{"propagationPolicy":"Orphan","orphanDependents":false}',
      '',
      422,
      `${problem}Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set`,
    ],
    [
      '{"propagationPolicy":"orphan","orphanDependents":true}',
      '',
      422,
      `DeleteOptions.meta.k8s.io "" is invalid: [propagationPolicy: Invalid value: "orphan": orphanDependents and deletionPropagation cannot be both set, propagationPolicy: ${unknown}]`,
    ],
    [
      '',
      'dryRun=x',
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: []string{"x"}: supported values: "All"',
    ],
    ['', 'gracePeriodSeconds=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  ])('%s with "%s" are refused', async (body, query, code, message) => {
    await expect(read(body, query)).rejects.toMatchObject({ status: { code, message } });
  });

  it.each([
    [new UnreadableBody('bad bytes'), 500, 'bad bytes'],
    [new ApiError(413, 'RequestEntityTooLarge', 'much'), 413, 'much'],
  ])('of a body that fails with %s are refused', async (error, code, message) => {
    const failing = { read: () => Promise.reject(error) } as unknown as Serializer;
    await expect(read('{', '', failing)).rejects.toMatchObject({ status: { code, message } });
  });

  it('of a body with other types are refused by the server', async () => {
    const asked = read('{"gracePeriodSeconds":"x"}', '');
    await expect(asked).rejects.toMatchObject({ status: { code: 500 } });
  });

  it.each([
    ['{"gracePeriodSeconds":"x"}', 34, 500],
    ['{"gracePeriodSeconds":"x"}', 35, 400],
    ['{"kind":"Pod"}', 34, 500],
    ['{"kind":"Pod"}', 35, 400],
  ])('of %s are refused by 1.%i with %i', async (body, minor, code) => {
    const asked = read(body, '', serializer, profileOf(minor));
    await expect(asked).rejects.toMatchObject({ status: { code } });
  });
});

describe('the type of a body', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['application/YAML', 'application/yaml'],
    [' text/plain ; charset=utf-8', 'text/plain'],
    [';a=b', ''],
  ])('%j is %j', (header, type) => {
    expect(mediaTypeOf(header)).toBe(type);
  });

  const custom = { custom: {} } as never;
  it.each([
    ['application/json-patch+json', 'json', 'json'],
    ['application/merge-patch+json; charset=utf-8', 'merge', 'merge'],
    ['application/strategic-merge-patch+json', 'strategic', undefined],
    ['application/apply-patch+yaml', 'apply', 'apply'],
  ])('of the patch %s is %s, and for custom resources %s', (header, type, ofCustom) => {
    expect(patchTypeOf(header, {})).toBe(type);
    if (ofCustom !== undefined) expect(patchTypeOf(header, custom)).toBe(ofCustom);
    else expect(() => patchTypeOf(header, custom)).toThrow(ApiError);
  });

  it.each([undefined, 'application/json'])('of no patch is %s', (header) => {
    const codeOf = (kind: Parameters<typeof patchTypeOf>[1]): number | undefined => {
      try {
        patchTypeOf(header, kind);
        return undefined;
      } catch (error) {
        return (error as ApiError).code;
      }
    };
    expect([codeOf({}), codeOf(custom)]).toEqual([415, 415]);
  });
});
