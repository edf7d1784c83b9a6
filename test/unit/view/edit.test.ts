/** Texts that the page makes: manifests that are applied, and scenarios of what was done. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { checkScenario, withStep } from '#scenario';
import { editable, objectsIn, scenarioOf } from '../../../ui/engine/edit.ts';

const problemsOf = (text: string) =>
  checkScenario('x.yaml', new KindRegistry(defaultProfile), { sources: [{ file: 'x.yaml', text }] })
    .problems;

describe('a manifest', () => {
  it.each([
    ['a: 1', 'expected objects with apiVersion and kind'],
    ['', 'expected an object'],
    ['---\n---\n', 'expected an object'],
    ['a: [', 'Flow sequence'],
    ['just text', 'expected objects with apiVersion and kind'],
  ])('%j is refused', (text, message) => {
    expect(() => objectsIn(text)).toThrow(message);
  });

  it('may have several documents', () => {
    const text = 'apiVersion: v1\nkind: A\n---\napiVersion: v1\nkind: B\n---\n';
    expect(objectsIn(text)).toEqual([
      { apiVersion: 'v1', kind: 'A' },
      { apiVersion: 'v1', kind: 'B' },
    ]);
  });

  it('is what people write of an object', () => {
    const yaml =
      'kind: A\nmetadata:\n  name: a\n  uid: u\n  resourceVersion: "7"\nstatus:\n  x: 1\n';
    expect(editable(yaml)).toBe('kind: A\nmetadata:\n  name: a\n');
  });
});

describe('a scenario of what was done', () => {
  const step = { cordon: 'node-1' };

  it('is one that can be played', () => {
    const text = scenarioOf([{ atMs: 1500, step }], ['node-1', 'node-2']);
    expect(problemsOf(text)).toEqual([]);
    expect(text).toContain('at: 1500ms');
  });

  it('keeps the rest of a text', () => {
    const before = '# A comment.\ncluster: { nodes: 1 }\nsteps:\n  - { at: 1s, note: here }\n';
    const text = withStep(before, 2000, step);
    expect(text).toContain('# A comment.');
    expect(text).toContain('{ at: 1s, note: here }');
    expect(problemsOf(text)).toEqual([]);
  });

  it.each(['steps: 1', 'steps: ['])('is not made of %j', (text) => {
    expect(() => withStep(text, 0, step)).toThrow();
  });
});
