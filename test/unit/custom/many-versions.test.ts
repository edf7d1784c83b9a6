/** A definition with thousands of versions: the work grows with their number, not with its square. */
import { defaultProfile } from '#kinds';
import { expect, test } from 'vitest';
import { customResourceDefinition, customKinds } from '#custom';
import { findErrors, type KubeObject } from '#values';
import type { CustomResourceDefinition } from '#types';
import { Types } from '../../../src/server/openapi/types.ts';
import { definition, version } from '../../support/custom.ts';

const count = 2000;
/** How often each part of a version may be looked at. */
const mostLooks = 25;

/** The same objects, whose fields are counted when they are read. */
function counting<T extends object>(
  objects: readonly T[],
  fields: readonly (keyof T & string)[],
): { readonly objects: readonly T[]; readonly looks: () => number } {
  let looks = 0;
  const counted = objects.map(
    (object) =>
      new Proxy(object, {
        get(target, name) {
          if ((fields as readonly (string | symbol)[]).includes(name)) looks++;
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
  return { objects: counted, looks: () => looks };
}

function many(): CustomResourceDefinition {
  const schemas = ['string', 'integer'].map((type) => ({
    type: 'object',
    properties: { a: { type } },
  }));
  const versions = Array.from({ length: count }, (_, n) => version(`v${n + 1}`, schemas[n % 2]!));
  return definition([{ ...versions[0]!, storage: true }, ...versions.slice(1)]);
}

test('is checked', () => {
  const made = many();
  const parts = ['schema', 'subresources', 'additionalPrinterColumns'] as const;
  const { objects, looks } = counting(made.spec.versions, parts);
  const checked = { ...made, spec: { ...made.spec, versions: objects } } as KubeObject;
  findErrors((errors) =>
    customResourceDefinition.rules.validate!(errors, checked as never, {
      now: 0,
      profile: defaultProfile,
    }),
  );
  expect(looks()).toBeLessThan(mostLooks * count);
});

test('is described', () => {
  const kinds = customKinds(many(), defaultProfile);
  const { objects, looks } = counting(kinds, ['group', 'version']);
  const types = new Types(defaultProfile, objects);
  for (const { group, version, kind, plural } of kinds) {
    expect(types.schemaOf({ group, version, kind })).toBeDefined();
    expect(types.kindOf(group, version, plural)).toBeDefined();
  }
  expect(looks()).toBeLessThan(mostLooks * count);
});
