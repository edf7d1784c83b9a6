/** The OpenAPI documents, against what v1.24 publishes: every definition with its fields, and every operation. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';
import {
  operationsOf,
  shapeOf,
  type Document,
  type Published,
} from '../../../../tools/conformance/openapi/shape.ts';

const recorded = new URL('../../../conformance/openapi-2.json', import.meta.url);
const { definitions: expected, operations } = JSON.parse(
  readFileSync(recorded, 'utf8'),
) as Published;

const kinds = new KindRegistry(defaultProfile);
const discovery = discoveryDocuments(new ServedKinds(kinds), '127.0.0.1:6443');
const documents = new OpenApiDocuments({ kinds: kinds.all, discovery, profile: defaultProfile });
const document = JSON.parse(documents.version2().text) as Document;
const ours = operationsOf(document);

/** The group of runtime classes has a second name here. */
const isOurOwn = (text: string): boolean => text.includes('node.cluster.io');

/** Logs of the server's machine, which are not served here. */
const unserved = /^GET \/logs\//;

/** What they say about groups: v1.24 knows group versions that it does not serve, and ours have the second name. */
const withOtherGroups = /\.(?:RuntimeClass|RuntimeClassList|DeleteOptions|WatchEvent)$/;

const withoutGroups = (shape: unknown): unknown =>
  typeof shape === 'string' ? shape : { ...(shape as object), '()': undefined };

describe('version 2', () => {
  it('has the definitions of v1.24, and no others', () => {
    expect(Object.keys(document.definitions).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('defines %s as v1.24 does', (name, shape) => {
    const own = shapeOf(document.definitions[name]!);
    if (withOtherGroups.test(name)) expect(withoutGroups(own)).toEqual(withoutGroups(shape));
    else expect(own).toEqual(shape);
  });

  it('has the operations of v1.24, and no others', () => {
    const names = Object.keys(operations).filter((name) => !unserved.test(name));
    expect(Object.keys(ours).filter((name) => !isOurOwn(name))).toEqual(names);
  });

  it.each(Object.entries(operations).filter(([name]) => !unserved.test(name)))(
    'documents %s as v1.24 does',
    (name, text) => {
      expect(ours[name]).toBe(text);
    },
  );
});
