/** What a webhook's patch makes of an object. */
import { KindRegistry } from '#catalog';
import { describe, expect, it } from 'vitest';
import { configMap, type Kind, defaultProfile } from '#kinds';
import type { KubeObject } from '#values';
import { applyHookPatch, readHookPatch } from '../../../../src/api/admission/webhooks/patch.ts';

const kind = configMap as unknown as Kind;
const object = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', creationTimestamp: '2026-01-01T00:00:00Z' },
  data: { a: 'b' },
} as unknown as KubeObject;
const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');
const patched = (...operations: readonly object[]): KubeObject =>
  applyHookPatch(
    object,
    readHookPatch(encoded(operations)),
    kind,
    new KindRegistry(defaultProfile),
  );
const set = (path: string, value: unknown) => ({ op: 'add', path, value });

describe('an object', () => {
  it.each([
    [set('/data/c', 'd'), { ...object, data: { a: 'b', c: 'd' } }],
    [set('/unknown', 1), object],
    [set('/kind', ''), object],
    [set('/apiVersion', ''), object],
    [{ op: 'remove', path: '/kind' }, object],
  ])('patched by %j', (operation, made) => {
    expect(patched(operation)).toEqual(made);
  });

  it('is the same without operations', () => {
    expect(patched()).toBe(object);
  });

  it.each([
    [set('/kind', 'Pod'), 'converting (v1.Pod) to (core.ConfigMap): unknown conversion'],
    [
      set('/apiVersion', 'apps/v1'),
      'no kind "ConfigMap" is registered for version "apps/v1" in scheme',
    ],
    [set('/kind', 'Nothing'), 'no kind "Nothing" is registered for version "v1" in scheme'],
    [set('/data', 7), 'json: cannot unmarshal number'],
    [set('/none/a', 1), 'add operation does not apply: doc is missing path: "/none/a"'],
  ])('cannot be patched by %j', (operation, message) => {
    expect(() => patched(operation)).toThrow(expect.objectContaining({ code: 500 }));
    expect(() => patched(operation)).toThrow(message);
  });
});

describe('a patch', () => {
  it.each(['{', '{"op":"add"}', 'x'])('%s is refused', (text) => {
    expect(() => readHookPatch(encoded(text))).toThrow(expect.objectContaining({ code: 500 }));
  });

  it('has 10,000 operations at most', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ op: 'test', path: '' }));
    expect(readHookPatch(encoded(many(10_000)))).toHaveLength(10_000);
    expect(() => readHookPatch(encoded(many(10_001)))).toThrow(
      'the patch has more than 10000 operations',
    );
  });
});
