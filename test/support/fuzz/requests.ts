/** Requests of all sorts: some right, most not quite, some nonsense. */
import * as fc from 'fast-check';
import { mutated } from './mutate.ts';
import type { FuzzRequest } from './request.ts';
import { name, collection, item, subresource, oddPath, nameIn } from './paths.ts';
import { query } from './queries.ts';
import { contentTypes, headers } from './headers.ts';
import { bodies, objectOf, typeOf } from './bodies.ts';
import { jsonPatchOf, mergePatchOf, patchTypes } from './patches.ts';

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
