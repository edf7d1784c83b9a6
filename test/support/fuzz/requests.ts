/** Requests of all sorts: some right, most not quite, some nonsense. */
import * as fc from 'fast-check';
import { deepText, junk, junkText, names, withField } from './junk.ts';
import { mutated, pathsOf } from './mutate.ts';
import { samples, type Sample } from './samples.ts';

export interface FuzzRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Halves of surrogate pairs have no escaped form. */
export function escapeQuery(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

const adminHeader = ['Authorization', 'Bearer admintoken'] as const;

/** The bytes of a request. */
export function bytesOf({ method, target, headers, body }: FuzzRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [`${method} ${target} HTTP/1.1`];
  if (!given.has('host')) lines.push('Host: 127.0.0.1');
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body.length > 0 || method === 'POST') lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** Of a few, mostly good ones; so that requests meet the same objects. */
const name = fc.oneof(
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

const collection = fc
  .tuple(sample, escapedText(namespace))
  .map(([kind, where]) => ({ kind, path: collectionPath(kind, where) }));
const item = fc
  .tuple(collection, escapedText(name))
  .map(([{ kind, path }, which]) => ({ kind, path: `${path}/${which}` }));

const subresource = fc.oneof(
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
const oddPath = fc.oneof(
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
const numberText = fc.oneof(
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
const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: someQuery },
);

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

const contentTypes = fc.oneof(
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
function headers(types: fc.Arbitrary<string | undefined>): fc.Arbitrary<FuzzRequest['headers']> {
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

/** JSON as text, mostly; sometimes hardly. */
const broken: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  { weight: 20, arbitrary: fc.constant((text: string): Buffer => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(), fc.uint8Array({ maxLength: 4 }))
      .map(([at, bytes]) => (text: string) => {
        const whole = Buffer.from(text);
        const place = at % (whole.length + 1);
        return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place)]);
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat()
      .map((at) => (text: string) => Buffer.from(text).subarray(0, at % (text.length + 1))),
  },
  {
    weight: 1,
    arbitrary: fc.constant((text: string) => Buffer.from(text.replace('"', '"a":1,"a'))),
  },
  { weight: 1, arbitrary: fc.constant((text: string) => Buffer.from(`\ufeff${text}`)) },
  { weight: 1, arbitrary: fc.constant((text: string) => Buffer.from(text, 'utf16le')) },
);

const nonsense: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes])),
  deepText.map((text) => Buffer.from(text)),
  junk.map((value) => Buffer.from(JSON.stringify(value))),
  fc.constantFrom(
    Buffer.from('a: &a [*a, *a]\nb: *a\n'),
    Buffer.from('? '.repeat(20_000)),
    Buffer.from('- '.repeat(20_000)),
    Buffer.from('a: !!js/function "x"\n'),
    Buffer.from('? [complex]\n: 1\n'),
    Buffer.from('&a a: &b [1,2]\n<<: *b\n'),
    Buffer.from('kind: \x01'),
    Buffer.from('{"metadata":{"name":1e999}}'),
    Buffer.from(' '.repeat(1000)),
  ),
);

function bodies(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.tuple(value, broken).map(([json, write]) => write(textOf(json))) },
    { weight: 1, arbitrary: nonsense },
  );
}

/** JSON.stringify follows `toJSON`, if it is a function, and says nothing of undefined. */
function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

const metadataExtras = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.record(
    {
      labels: fc.constantFrom({ app: 'web' }, { a: 'b' }),
      annotations: fc.constantFrom({ x: 'y' }, { 'kubernetes.io/x': '' }),
      finalizers: fc.constantFrom(['example.com/x'], ['orphan', 'foregroundDeletion']),
      resourceVersion: numberText,
      uid: fc.constantFrom('x', ''),
      generateName: fc.constantFrom('g-', 'UPPER', 'x'.repeat(80)),
      deletionTimestamp: fc.constant('2026-11-20T20:00:00Z'),
      ownerReferences: fc.constantFrom(
        [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'x' }],
        [{}],
      ),
      managedFields: fc.constantFrom(
        [],
        [{}],
        [{ manager: 'm', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': {} } }],
      ),
    },
    { requiredKeys: [] },
  ),
);

function objectOf({ body }: Sample, given: string): fc.Arbitrary<unknown> {
  const named = fc.constantFrom(given, given, given, 'a', undefined);
  return fc.tuple(named, metadataExtras).map(([own, extras]) => ({
    metadata: { ...(own !== undefined && { name: own }), ...extras },
    ...body,
  }));
}

function typeOf({ apiVersion, kind }: Sample): object {
  return { apiVersion, kind };
}

function nameIn(path: string): string {
  const last = path.split('/').at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const read: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof(
      collection.map(({ path }) => path),
      fc.tuple(item, subresource).map(([{ path }, sub]) => path + sub),
      fc
        .tuple(collection, fc.constantFrom('', '/watch'))
        .map(([{ kind }]) => `${kind.root}/${kind.plural}`),
      oddPath,
    ),
    query,
    headers(fc.constant(undefined)),
    fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'),
  )
  .map(([path, asked, given, method]) => {
    return { method, target: path + asked, headers: given, body: Buffer.alloc(0) };
  });

const jsonMostly = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('application/json', undefined) },
  { weight: 1, arbitrary: contentTypes },
);

const create: fc.Arbitrary<FuzzRequest> = fc
  .tuple(collection, name, query, headers(jsonMostly))
  .chain(([{ kind, path }, given, asked, head]) =>
    bodies(mutated(objectOf(kind, given))).map((body) => {
      return { method: 'POST', target: path + asked, headers: head, body };
    }),
  );

const replace: fc.Arbitrary<FuzzRequest> = fc
  .tuple(item, subresource, query, headers(jsonMostly))
  .chain(([{ kind, path }, sub, asked, head]) =>
    bodies(mutated(objectOf(kind, nameIn(path)))).map((body) => {
      return { method: 'PUT', target: path + sub + asked, headers: head, body };
    }),
  );

const postSubresource: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    item,
    fc.constantFrom('/eviction', '/binding', '/token', '/exec', '/x'),
    query,
    headers(jsonMostly),
    bodies(
      mutated(
        fc.constantFrom(
          { metadata: { name: 'a' }, target: { kind: 'Node', name: 'n' } },
          { metadata: { name: 'a' }, deleteOptions: { gracePeriodSeconds: 0 } },
          { kind: 'Eviction', apiVersion: 'policy/v1', metadata: { name: 'a' } },
          { spec: { audiences: ['x'], expirationSeconds: 3600 } },
        ),
      ),
    ),
  )
  .map(([{ path }, sub, asked, head, body]) => {
    const target = path.replace(
      /\/[a-z]+\/([^/]*)$/,
      sub === '/token' ? '/serviceaccounts/$1' : '/pods/$1',
    );
    return { method: 'POST', target: target + sub + asked, headers: head, body };
  });

const review: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.constantFrom(
      '/apis/authentication.k8s.io/v1/tokenreviews',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
      '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      '/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews',
      '/api/v1/namespaces/default/bindings',
    ),
    query,
    headers(jsonMostly),
    bodies(
      mutated(
        fc.constantFrom(
          { spec: { token: 'admintoken' } },
          { spec: { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } } },
          {
            spec: {
              nonResourceAttributes: { path: '/x', verb: 'get' },
              user: 'jane',
              groups: ['dev'],
            },
          },
          { metadata: { name: 'a' }, target: { name: 'n' } },
        ),
      ),
    ),
  )
  .map(([path, asked, head, body]) => ({
    method: 'POST',
    target: path + asked,
    headers: head,
    body,
  }));

const remove: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: item }, collection),
    query,
    headers(jsonMostly),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(Buffer.alloc(0)) },
      bodies(
        mutated(
          fc.constant({
            kind: 'DeleteOptions',
            apiVersion: 'v1',
            gracePeriodSeconds: 0,
            propagationPolicy: 'Background',
            preconditions: { uid: 'x', resourceVersion: '1' },
            dryRun: ['All'],
          }),
        ),
      ),
    ),
  )
  .map(([{ path }, asked, head, body]) => ({
    method: 'DELETE',
    target: path + asked,
    headers: head,
    body,
  }));

const pointerOdd = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '/-',
    '/metadata/labels/-',
    '/__proto__/x',
    '/constructor/prototype/x',
    '/spec/01',
    '~',
    '/~2',
    '/a~1b',
    '/metadata/finalizers/-1',
  ),
  junkText.map((text) => `/${text}`),
);

function jsonPatchOf({ body }: Sample): fc.Arbitrary<unknown> {
  const pointers = pathsOf({ metadata: { labels: { a: 'b' }, finalizers: ['x'] }, ...body }).map(
    (path) =>
      path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  );
  const pointer = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pointers) }, pointerOdd);
  const operation = fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'explode'),
      path: pointer,
      from: pointer,
      value: junk,
    },
    { requiredKeys: ['op', 'path'] },
  );
  return mutated(fc.array(operation, { maxLength: 4 }), 1);
}

const directive: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc.tuple(fc.constant('$patch'), fc.constantFrom('delete', 'replace', 'merge', 'x', 1, null)),
  fc.tuple(
    fc.constantFrom(
      '$setElementOrder/containers',
      '$setElementOrder/ports',
      '$setElementOrder/x',
      '$setElementOrder/',
    ),
    fc.oneof(fc.constantFrom([{ name: 'main' }], [{ name: 'x' }], ['main'], [{}], 'x', null), junk),
  ),
  fc.tuple(
    fc.constantFrom(
      '$deleteFromPrimitiveList/finalizers',
      '$deleteFromPrimitiveList/args',
      '$deleteFromPrimitiveList/',
    ),
    fc.oneof(fc.constantFrom(['x'], [1], 'x', null), junk),
  ),
  fc.tuple(fc.constant('$retainKeys'), fc.oneof(fc.constantFrom(['type'], 'type', [1]), junk)),
);

/** A part of an object with directives in it. */
function mergePatchOf(kind: Sample): fc.Arbitrary<unknown> {
  const put = fc.tuple(fc.nat({ max: 1000 }), directive);
  return fc
    .tuple(
      mutated(objectOf(kind, 'a')),
      fc.array(put, { maxLength: 3 }),
      fc.subarray(['metadata', ...Object.keys(kind.body)]),
    )
    .map(([object, directives, kept]) => {
      const some =
        typeof object === 'object' && object !== null && !Array.isArray(object) && kept.length > 0
          ? Object.fromEntries(Object.entries(object).filter(([key]) => kept.includes(key)))
          : object;
      return directives.reduce<unknown>((value, [place, [key, what]]) => {
        const objects = pathsOf(value).filter((path) => isPlain(at(value, path)));
        if (objects.length === 0) return value;
        return setAt(value, objects[place % objects.length]!, key, what);
      }, some);
    });
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(
    (part, key) => (part as Readonly<Record<string | number, unknown>>)[key],
    value,
  );
}

function setAt(
  value: unknown,
  [first, ...rest]: readonly (string | number)[],
  key: string,
  what: unknown,
): unknown {
  if (first === undefined) return withField(value as object, key, what);
  const child = (value as Readonly<Record<string | number, unknown>>)[first];
  const made = setAt(child, rest, key, what);
  if (Array.isArray(value)) return value.with(first as number, made) as unknown;
  return withField(value as object, first as string, made);
}

const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
] as const;

const patch: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    item,
    subresource,
    query,
    fc.constantFrom(...patchTypes),
    fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, contentTypes),
  )
  .chain(([{ kind, path }, sub, asked, type, odd]) => {
    const isApply = type === 'application/apply-patch+yaml';
    const value =
      type === 'application/json-patch+json'
        ? jsonPatchOf(kind)
        : isApply
          ? mutated(
              objectOf(kind, nameIn(path)).map((object) => ({
                ...typeOf(kind),
                ...(object as object),
              })),
            )
          : mergePatchOf(kind);
    const target = path + sub + (isApply && asked === '' ? '?fieldManager=fuzz' : asked);
    return fc.tuple(bodies(value), headers(fc.constant(odd ?? type))).map(([body, head]) => ({
      method: 'PATCH',
      target,
      headers: head,
      body,
    }));
  });

/** Any of them. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 4, arbitrary: read },
  { weight: 6, arbitrary: create },
  { weight: 3, arbitrary: replace },
  { weight: 8, arbitrary: patch },
  { weight: 2, arbitrary: remove },
  { weight: 1, arbitrary: postSubresource },
  { weight: 1, arbitrary: review },
);
