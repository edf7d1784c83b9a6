/** What forms have in addition to their declarations: constants of their own types, bounds of the stored one. */
import { describe, expect, it } from 'vitest';
import { defaultProfile, type Kind, type Profile } from '#kinds';
import { Schemas } from '#schema';
import { findErrors, type KubeObject } from '#values';
import { servedVersion } from '../../../../src/kinds/object/served-version.ts';
import { schemaFinder } from '../../../../src/kinds/object/stated.ts';

const moduleOf = (version: string, text: string) => ({
  name: `t/${version}`,
  apiVersion: `t/${version}`,
  definitions: `t.${version}`,
  texts: [text],
});
const meta = moduleOf('meta', 'ObjectMeta { name: string #1 }');
const schemas = new Schemas(
  [
    { ...meta, name: 'meta/v1' },
    moduleOf('v1', 'kind Widget { size: *int32 #2 >=1 }'),
    moduleOf('v1beta1', 'kind Widget { length: *int32 #2 default=7 }'),
  ],
  defaultProfile.minor,
);
const profile: Profile = { ...defaultProfile, schemas };

interface Widget extends KubeObject {
  readonly size?: number;
}
interface BetaWidget extends KubeObject {
  readonly length?: number;
}

const widget: Kind<Widget> = {
  ...{ group: 't', version: 'v1', kind: 'Widget', plural: 'widgets', namespaced: true },
  schema: schemas.ofKind('t/v1', 'Widget')!,
  ...{ names: {}, wire: {}, rules: {}, table: { columns: [] }, view: {} },
};
const beta = servedVersion<BetaWidget, Widget>(widget, {
  version: 'v1beta1',
  toStorage: ({ length, ...object }) => ({ ...object, size: length }),
  fromStorage: ({ size, ...object }) => ({ ...object, length: size }),
  rules: { defaults: (object) => object, validate: () => undefined },
});

describe('an additional form', () => {
  it('fills in the constants of its own type', () => {
    const object = { apiVersion: 't/v1beta1', kind: 'Widget', metadata: { name: 'a' } };
    expect(beta.rules.defaults!(object as BetaWidget, profile)).toEqual({ ...object, length: 7 });
  });

  it('has the bounds of the stored type checked, whichever checks it declares', () => {
    const stored = { apiVersion: 't/v1', kind: 'Widget', metadata: { name: 'a' }, size: 0 };
    const context = { now: 0, profile };
    const found = findErrors((errors) => {
      // Checks get the stored form.
      beta.rules.validate!(errors, stored as never, context);
    });
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'size: Invalid value: 0: must be greater than or equal to 1',
    ]);
  });
});

describe('the type of a form', () => {
  it('is that of another form where it has none, or else missing', () => {
    const ofWidget = schemaFinder('t/v1', 'Widget');
    expect(schemaFinder('t/v2', 'Widget', ofWidget)(schemas)).toBe(ofWidget(schemas));
    expect(() => schemaFinder('t/v2', 'Widget')(schemas)).toThrow('no schema of Widget');
  });
});
