/** Queries of requests: options, right and wrong. */
import * as fc from 'fast-check';
import { junk, junkText } from './junk.ts';
import { escapeQuery } from './request.ts';

const selectorText = fc.oneof(
  fc.constantFrom(
    'app=web',
    'app in (web,api),!x',
    'a notin (b',
    'a>5,b<x',
    'metadata.name=a',
    'status.phase!=Running',
    'spec.nodeName=\\,\\=\\',
    'constructor=x',
    '__proto__!=x',
    ',,,',
    '(((',
    '=',
    '!'.repeat(500),
    'a in (' + 'b,'.repeat(2000) + ')',
  ),
  junkText,
  fc
    .array(fc.constantFrom('a', '=', '!', ',', '(', ')', ' in ', ' notin ', '>', '<', '\\', '/'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);
export const numberText = fc.oneof(
  fc.constantFrom('0', '1', '-1', '2', '500', '', 'abc', '1e3', ' 1', '+5', '0x10', '1.5'),
  fc.constantFrom('9223372036854775807', '9223372036854775808', '9'.repeat(400)),
);
const continueText = fc.oneof(
  junkText,
  fc
    .oneof(
      junk,
      fc.record({
        v: fc.constantFrom('meta.k8s.io/v1', 'x', 1),
        rv: fc.constantFrom(1, -1, 0, 5, 1e300, 'x'),
        start: fc.oneof(fc.constantFrom('a\u0000', '../x', '', '/default/a'), junkText),
      }),
    )
    .map((token) => Buffer.from(JSON.stringify(token)).toString('base64url')),
);

const parameter: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom('labelSelector', 'fieldSelector'), selectorText),
  fc.tuple(
    fc.constantFrom(
      'limit',
      'timeoutSeconds',
      'gracePeriodSeconds',
      'resourceVersion',
      'tailLines',
    ),
    numberText,
  ),
  fc.tuple(
    fc.constantFrom('watch', 'allowWatchBookmarks', 'pretty', 'force', 'orphanDependents'),
    fc.constantFrom('', '0', '1', 'true', 'false', 'x'),
  ),
  fc.tuple(fc.constant('continue'), continueText),
  fc.tuple(fc.constant('resourceVersionMatch'), fc.constantFrom('Exact', 'NotOlderThan', 'x', '')),
  fc.tuple(fc.constant('dryRun'), fc.constantFrom('All', 'All', 'None', '')),
  fc.tuple(fc.constantFrom('fieldManager', 'container', 'includeObject'), junkText),
  fc.tuple(fc.constant('fieldValidation'), fc.constantFrom('Strict', 'Warn', 'Ignore', 'x')),
  fc.tuple(
    fc.constant('propagationPolicy'),
    fc.constantFrom('Orphan', 'Foreground', 'Background', 'x'),
  ),
  fc.tuple(junkText, junkText),
);

const someQuery = fc
  .array(
    fc.tuple(parameter, fc.nat({ max: 29 })).map(([[key, value], how]) => {
      if (how === 0) return '&&=%zz&=';
      return `${escapeQuery(key)}=${escapeQuery(value)}`;
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => `?${parts.join('&')}`);
export const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: someQuery },
);
