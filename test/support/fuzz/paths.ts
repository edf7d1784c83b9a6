/** Paths of requests: of collections and objects, and odd ones. */
import * as fc from 'fast-check';
import { junkText, names } from './junk.ts';
import { samples, type Sample } from './samples.ts';

/** Of a few, mostly good ones; so that requests meet the same objects. */
export const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...names), junkText) },
);
const namespace = fc.oneof(
  { weight: 8, arbitrary: fc.constant('default') },
  { weight: 1, arbitrary: name },
);
const sample = fc.constantFrom(...samples);

/** As it stands in a path or a query: escaped, half of it, or not at all. */
function escapedText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.nat({ max: 19 })).map(([plain, how]) => {
    if (how === 0) return plain.replace(/[^\x21-\x7e]|[?#]/g, '%');
    try {
      return encodeURIComponent(plain);
    } catch {
      return '%ed%a0%80';
    }
  });
}

function collectionPath({ root, plural, namespaced }: Sample, inNamespace: string): string {
  return namespaced ? `${root}/namespaces/${inNamespace}/${plural}` : `${root}/${plural}`;
}

export const collection = fc
  .tuple(sample, escapedText(namespace))
  .map(([kind, where]) => ({ kind, path: collectionPath(kind, where) }));
export const item = fc
  .tuple(collection, escapedText(name))
  .map(([{ kind, path }, which]) => ({ kind, path: `${path}/${which}` }));

export const subresource = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constant('/status') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/scale',
      '/finalize',
      '/binding',
      '/eviction',
      '/log',
      '/exec',
      '/proxy/x',
      '/ephemeralcontainers',
      '/token',
      '/constructor',
      '/__proto__',
      '//',
      '/status/status',
    ),
  },
);

/** Anything at all that can stand in a path. */
export const oddPath = fc.oneof(
  fc.constantFrom(
    '/',
    '*',
    '/api',
    '/apis/',
    '/apis/apps',
    '/api/v1/constructor',
    '/apis/__proto__/v1/x',
    '/apis/constructor/prototype/toString',
    '/version',
    '/healthz',
    '/readyz/ping?verbose',
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/apis/apps/v1',
    '/openapi/../api',
    '/api/v1/namespaces/default/pods/a/b/c/d/e/f',
    '/api/v1/watch/namespaces/default/pods/a',
    '/api/v1/watch/pods',
    '/api//v1///pods',
    '/api/v1/namespaces',
    '/api/v1/pods',
    '/apis/apps/v1/daemonsets',
    '/apis/authentication.k8s.io/v1/tokenreviews',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    'http://127.0.0.1/api/v1/pods',
    '/%',
    '/%00',
    '/api/v1/%2e%2e/%2e%2e',
    '//evil.example/api',
  ),
  fc
    .array(escapedText(junkText), { maxLength: 8 })
    .map((parts) => `/${parts.join('/')}`)
    .map((path) => path.slice(0, 3000)),
  fc
    .tuple(
      fc.constantFrom('/api/v1', '/apis/apps/v1', '/apis', '/openapi/v3'),
      escapedText(junkText),
    )
    .map(([root, rest]) => `${root}/${rest}`),
);

export function nameIn(path: string): string {
  const last = path.split('/').at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
