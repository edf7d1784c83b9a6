/** The answers that OpenAPI lists for each action, as v1.24's document does. */
import { defaultProfile } from '#kinds';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';

interface Operation {
  readonly responses: object;
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  };
}

const kinds = new KindRegistry(defaultProfile);
const discovery = discoveryDocuments(new ServedKinds(kinds), '127.0.0.1:6443');
const documents = new OpenApiDocuments({ kinds: kinds.all, discovery, profile: defaultProfile });
const { paths } = JSON.parse(documents.version2().text) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.values(item)
    .filter((one) => !Array.isArray(one) && one['x-kubernetes-action'] !== undefined)
    .map((one) => ({ path, action: one['x-kubernetes-action']!, one })),
);

it.each([
  ['get', '200 401'],
  ['list', '200 401'],
  ['watch', '200 401'],
  ['watchlist', '200 401'],
  ['post', '200 201 202 401'],
  ['put', '200 201 401'],
  ['patch', '200 201 401'],
  ['delete', '200 202 401'],
  ['deletecollection', '200 401'],
])('%s: %s', (action, codes) => {
  const found = operations.filter((each) => each.action === action);
  expect(found.length).toBeGreaterThan(5);
  expect(new Set(found.map(({ one }) => Object.keys(one.responses).join(' ')))).toEqual(
    new Set([codes]),
  );
});

it('names the version of the path', () => {
  const inPath = /^\/(?:api|apis\/[^/]+)\/([^/]+)\//;
  for (const { path, one } of operations) {
    // The bodies of some subresources are of a group and version of their own.
    if (/\/(scale|eviction|token)$/.test(path)) continue;
    expect(one['x-kubernetes-group-version-kind']?.version, path).toBe(inPath.exec(path)![1]);
  }
});
