/** What the notation says about a field besides its type: its releases, gate, constant and layout. */
import { describe, expect, it } from 'vitest';
import {
  DisabledFields,
  fillConstants,
  gatedFieldsOf,
  layoutOf,
  Schemas,
  type SchemaModule,
  type StructSchema,
} from '#schema';

const widgets: SchemaModule = {
  name: 'test/v1',
  apiVersion: 'test/v1',
  definitions: 'test.v1',
  texts: [
    `
// Holds parts.
kind Widget { spec: WidgetSpec #2 }
WidgetSpec {
  parts: [Part] #1
  named: {Part} #5
  // How often it may fail.
  limit: *int32 #2 since=1.28 gate=Limits >=0
  legacy: string #3 until=1.26
  mode: string #4 since=1.27 default=Plain
  inner: *WidgetSpec #6
}
Part {
  name!: string #1
  grade: string #2 since=1.28 gate=Grades off=None
  check: *Check #3 ungated
  probe: *Check #4
  host: string #5.1
  port: int32 #5.2
}
Check { grace: *int64 #1 gate=Grace }
`,
  ],
};

const widgetIn = (minor: number): StructSchema =>
  new Schemas([widgets], minor).of('test/v1', 'WidgetSpec');

describe('the fields of a type', () => {
  it.each([
    [24, ['inner', 'legacy', 'named', 'parts']],
    [26, ['inner', 'legacy', 'named', 'parts']],
    [27, ['inner', 'mode', 'named', 'parts']],
    [28, ['inner', 'limit', 'mode', 'named', 'parts']],
  ])('are those of release 1.%i', (minor, fields) => {
    expect([...widgetIn(minor).fields.keys()]).toEqual(fields);
  });

  it('have descriptions, and so have types', () => {
    expect(widgetIn(28).fields.get('limit')).toMatchObject({
      description: 'How often it may fail.',
      minimum: 0,
    });
    const widget = new Schemas([widgets], 28).ofKind('test/v1', 'Widget');
    expect(widget?.description).toBe('Holds parts.');
  });

  it('have numbers, also inside of messages that JSON does not show', () => {
    const part = new Schemas([widgets], 28).of('test/v1', 'Part');
    expect(layoutOf(part)).toEqual([
      { number: 1, name: 'name', form: 'plain' },
      { number: 2, name: 'grade', form: 'plain' },
      { number: 3, name: 'check', form: 'plain' },
      { number: 4, name: 'probe', form: 'plain' },
      {
        number: 5,
        inline: [
          { number: 1, name: 'host', form: 'plain' },
          { number: 2, name: 'port', form: 'plain' },
        ],
      },
    ]);
  });

  it('may not share a number', () => {
    const text = 'Twice { a: string #1; b: string #1 }';
    const module = { ...widgets, texts: [text] };
    const twice = new Schemas([module], 28).of('test/v1', 'Twice');
    expect(() => layoutOf(twice)).toThrow('test.v1.Twice: two fields have the number 1');
  });
});

describe('a field behind a gate', () => {
  const on = new DisabledFields((gate) => ['Limits', 'Grades', 'Grace'].includes(gate));
  const off = new DisabledFields(() => false);
  const given = {
    limit: 3,
    parts: [{ name: 'a', grade: 'High' }],
    named: { b: { name: 'b', grade: 'Low', probe: { grace: 1 } } },
    inner: { limit: 4 },
  };
  const struct = widgetIn(28);

  it('is lost at any depth while the gate is off', () => {
    expect(off.removedFrom(struct, given, undefined)).toEqual({
      parts: [{ name: 'a', grade: 'None' }],
      named: { b: { name: 'b', grade: 'None', probe: {} } },
      inner: {},
    });
  });

  it('stays while the gate is on', () => {
    expect(on.removedFrom(struct, given, undefined)).toBe(given);
  });

  it('stays anywhere when what is stored uses it somewhere', () => {
    const old: object = { inner: { limit: 1 }, named: { c: { name: 'c', probe: { grace: 2 } } } };
    expect(off.removedFrom<object>(struct, given, old)).toEqual({
      ...given,
      parts: [{ name: 'a', grade: 'None' }],
      named: { b: { name: 'b', grade: 'None', probe: { grace: 1 } } },
    });
  });

  it('does not count as used with the value that is left with the gate off', () => {
    const old = { parts: [{ name: 'a', grade: 'None' }] };
    const { parts } = off.removedFrom(struct, { parts: given.parts }, old);
    expect(parts).toEqual([{ name: 'a', grade: 'None' }]);
  });

  it('stays beside one whose gate is off, also where its name begins like that of another', () => {
    const grace = new DisabledFields((gate) => gate === 'Grace');
    const some = new DisabledFields((gate) => ['Gr', 'Limits'].includes(gate));
    const probed = { parts: [{ name: 'a', grade: 'High', probe: { grace: 1 } }], limit: 3 };
    expect(grace.removedFrom<object>(struct, probed, undefined)).toEqual({
      parts: [{ name: 'a', grade: 'None', probe: { grace: 1 } }],
    });
    expect(some.removedFrom(struct, probed, undefined)).toEqual({
      parts: [{ name: 'a', grade: 'None', probe: {} }],
      limit: 3,
    });
  });

  it('stays where checks refuse it', () => {
    const checked = { parts: [{ name: 'a', check: { grace: 1 } }] };
    expect(off.removedFrom(struct, checked, undefined)).toBe(checked);
  });

  it('is looked for only where there may be one', () => {
    const namesIn = (minor: number): readonly string[] =>
      gatedFieldsOf(widgetIn(minor)).map(({ name }) => name);
    expect(namesIn(28)).toEqual(['inner', 'limit', 'named', 'parts']);
    expect(namesIn(24)).not.toContain('limit');
  });
});

describe('a constant', () => {
  it('is filled in at any depth, where its release has the field', () => {
    const given = { inner: { mode: '' }, limit: 1 };
    expect(fillConstants(widgetIn(27), given)).toEqual({
      inner: { mode: 'Plain' },
      limit: 1,
      mode: 'Plain',
    });
    expect(fillConstants(widgetIn(26), given)).toBe(given);
  });

  it('leaves what is given', () => {
    const given = { mode: 'Own', inner: { mode: 'Own' } };
    expect(fillConstants(widgetIn(27), given)).toBe(given);
  });

  it.each([
    ['*int32', '10', 10],
    ['*boolean', 'true', true],
    ['*IntOrString', '25%', '25%'],
    ['*IntOrString', '1', 1],
    ['*string', 'x', 'x'],
  ])('of %s is read from %s', (type, text, value) => {
    const module = { ...widgets, texts: [`One { a: ${type} #1 default=${text} }`] };
    const one = new Schemas([module], 28).of('test/v1', 'One');
    expect(fillConstants(one, {})).toEqual({ a: value });
  });

  it('of another type is refused', () => {
    const module = { ...widgets, texts: ['One { a: *int32 #1 default=many }'] };
    const one = new Schemas([module], 28).of('test/v1', 'One');
    expect(() => one.fields).toThrow('test.v1.One, field a: bad value many');
  });
});
