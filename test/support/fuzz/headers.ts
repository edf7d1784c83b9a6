/** Headers of requests. */
import * as fc from 'fast-check';
import { junkText } from './junk.ts';
import type { FuzzRequest } from './request.ts';

const adminHeader = ['Authorization', 'Bearer admintoken'] as const;

/** What may stand in a header: no line breaks, no characters that HTTP has not. */
const headerText = junkText.map((text) =>
  text
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?')
    .trim()
    .slice(0, 300),
);

const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('Accept'),
    fc.oneof(
      fc.constantFrom(
        'application/json',
        'application/yaml',
        'application/vnd.kubernetes.protobuf',
        'application/json;as=Table;g=meta.k8s.io;v=v1,application/json',
        'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
        'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1beta1',
        'application/json;pretty=1',
        'application/json;q=0.1,application/yaml;q=x',
        'application/*',
        'text/html',
        '*/*;constructor=1',
        ';;;,,,',
      ),
      headerText,
    ),
  ),
  fc.tuple(fc.constantFrom('User-Agent', 'X-Request-Id', 'Cookie', 'Referer'), headerText),
  fc.tuple(
    fc.constantFrom(
      'Impersonate-User',
      'Impersonate-Group',
      'Impersonate-Extra-%zz',
      'Impersonate-Uid',
    ),
    headerText,
  ),
  fc.tuple(
    fc.constantFrom('Host', 'Origin'),
    fc.oneof(headerText, fc.constantFrom('[', '[::1', ':')),
  ),
  fc.tuple(
    fc.constant('Authorization'),
    fc.constantFrom('Bearer x', 'Basic eA==', 'Bearer', 'Bearer usertoken'),
  ),
  fc.tuple(fc.constant('Accept-Encoding'), fc.constantFrom('gzip', 'identity', 'br')),
  fc.tuple(fc.constant('Expect'), fc.constant('100-continue')),
);

export const contentTypes = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
    'application/json; charset=utf-16',
    'constructor',
    '__proto__',
    'text/plain',
    ';',
  ),
  headerText,
);

/** Mostly none or one; and mostly the administrator. */
export function headers(
  types: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<FuzzRequest['headers']> {
  const some = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    fc.array(header, { minLength: 1, maxLength: 3 }),
  );
  return fc.tuple(types, some).map(([type, others]) => {
    const seen = new Set<string>();
    const all = [
      ...others,
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
      adminHeader,
    ];
    return all.filter(([key]) => !seen.has(key) && seen.add(key));
  });
}
