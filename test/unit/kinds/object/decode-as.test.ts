/** Objects of custom kinds: their unknown fields are reported once each, in order. */
import { expect, it } from 'vitest';
import { configMap, type Kind } from '#kinds';
import { decodeAs, decodingAs } from '../../../../src/kinds/object/decode-as.ts';

interface Collector {
  readonly onUnknown?: (path: string) => void;
}

/** A kind that finds these unknown fields in whatever it reads, and keeps the options it was given. */
function kindFinding(paths: readonly string[]): {
  readonly kind: Pick<Kind, 'schema' | 'custom'>;
  readonly given: (Collector | undefined)[];
} {
  const given: (Collector | undefined)[] = [];
  const custom = {
    decode(value: unknown, options?: Collector) {
      given.push(options);
      for (const path of paths) options?.onUnknown?.(path);
      return value;
    },
  };
  return { kind: { schema: configMap.schema, custom: custom as never }, given };
}

const ways: readonly [string, (...args: Parameters<typeof decodeAs>) => unknown][] = [
  ['at once', decodeAs],
  ['in parts', decodingAs],
];

it.each(ways)('unknown fields are sorted, each named once: %s', (_, decode) => {
  const { kind } = kindFinding(['spec.b', 'spec.a', 'spec.b']);
  const found: string[] = [];
  const value = { spec: {} };
  expect(decode(kind, value, { onUnknown: (path: string) => void found.push(path) })).toBe(value);
  expect(found).toEqual(['spec.a', 'spec.b']);
});

it.each(ways)('unknown fields are not looked for where they are not asked for: %s', (_, decode) => {
  const { kind, given } = kindFinding(['spec.b']);
  const options = {};
  decode(kind, {}, options);
  decode(kind, {});
  expect(given[0]).toBe(options);
  expect(given[1]).toBeUndefined();
});
