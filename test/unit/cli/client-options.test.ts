/** What the options of `orrery grade` and `orrery explore` say about the client and its cluster. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingOf, type SettingOptions } from '../../../src/cli/explore/setting.ts';
import { conditionOf, setupOf } from '../../../src/cli/grade/setup.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-options-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const setup = (options: object) => setupOf({ patience: 2, ...options });
const condition = { kind: 'Pod', name: 'a' };
const written = '{ kind: Pod, name: a }';

describe('the setup of a client', () => {
  it('is nothing by default', () => {
    expect(setup({})).toEqual({ setup: [], expectations: { patience: 2 } });
  });

  it('is the manifests of a folder, by their names', () => {
    for (const name of ['b.yaml', 'a.yml', 'c.json', 'd.txt', 'e.yaml.bak'])
      file(name, `# ${name}`);
    expect(setup({ setup: folder }).setup).toEqual(['# a.yml', '# b.yaml', '# c.json']);
  });

  it('has conditions, and a change', () => {
    const change = file('change.yaml', 'kind: Pod');
    const { expectations } = setup({ ready: written, goal: written, change });
    expect(expectations).toEqual({
      ready: condition,
      goal: condition,
      change: 'kind: Pod',
      patience: 2,
    });
  });

  it.each<[what: string, options: () => object, message: string]>([
    ['a folder that is not there', () => ({ setup: join(folder, 'none') }), '--setup '],
    ['a folder without manifests', () => ({ setup: folder }), 'there are no manifests in it'],
    ['a change that is not there', () => ({ change: join(folder, 'x.yaml') }), '--change '],
    ['a condition that is a list', () => ({ ready: '[1]' }), '--ready: expected a condition'],
    ['a goal that cannot be read', () => ({ goal: '{' }), '--goal: expected a condition'],
  ])('is not %s', (_, options, message) => {
    expect(() => setup(options())).toThrow(UsageError);
    expect(() => setup(options())).toThrow(message);
  });

  it.each(['', 'null', 'text', '5', '[]', '{', 'a: 1\nb: ['])('has no condition %j', (text) => {
    const expected = 'x: expected a condition such as {kind: Deployment, name: web';
    expect(() => conditionOf(text, 'x')).toThrow(expected);
  });
});

describe('the setting of an exploration', () => {
  const usual: SettingOptions = { nodes: 3, patience: 1 };

  it('is the client alone by default', async () => {
    expect(await settingOf(['operator', '-v'], usual)).toEqual({
      ...{ client: { command: ['operator', '-v'] }, setup: [], nodes: 3, patience: 1 },
      ...{ ignored: [], invariants: [], steps: [] },
    });
  });

  it('has what the options say', async () => {
    const manifest = file('a.yaml', 'kind: Pod');
    const first = file('1.txt', '{ a: 1 }\n---\n{ b: 2 }');
    const second = file('2.txt', '{ c: 3 }');
    const steps = file('steps.txt', '- wait: 1s\n- scale: { kind: Deployment }');
    const setting = await settingOf(['operator'], {
      ...{ ...usual, setup: folder, change: [first, second], steps, ready: written, goal: written },
      ...{ invariant: [written, '{ kind: Node }'], ignore: ['status.time'] },
    });
    expect(manifest).toContain('a.yaml');
    expect(setting).toEqual({
      ...{ client: { command: ['operator'] }, setup: ['kind: Pod'], nodes: 3, patience: 1 },
      ...{ ready: condition, goal: condition, ignored: ['status.time'] },
      invariants: [condition, { kind: 'Node' }],
      steps: [
        { apply: [{ a: 1 }, { b: 2 }] },
        { apply: [{ c: 3 }] },
        { wait: '1s' },
        { scale: { kind: 'Deployment' } },
      ],
    });
  });

  it('has a single step, too', async () => {
    const steps = file('step.txt', '- wait: 1s');
    const setting = await settingOf(['operator'], { ...usual, steps });
    expect(setting.steps).toEqual([{ wait: '1s' }]);
  });

  it('has the controllers that a module exports, each once', async () => {
    const controllers = file(
      'controllers.mjs',
      `const one = { actor: 'one', start() {} };
       export const a = one;
       export const b = [one, { actor: 'two', start() {} }, null, 5, { actor: 'three' }];
       export default { start() {} };`,
    );
    const { client } = await settingOf([], { ...usual, controllers });
    const found = (client as { controllers: readonly { actor: string }[] }).controllers;
    expect(found.map(({ actor }) => actor)).toEqual(['one', 'two']);
  });

  const isNone = 'expected an export that defineController has made, found';
  it.each<[what: string, options: () => Partial<SettingOptions>, message: string]>([
    [
      'controllers that are not there',
      () => ({ controllers: join(folder, 'none.mjs') }),
      '--controllers ',
    ],
    [
      'other exports',
      () => ({ controllers: file('x.mjs', 'export const a = 1, b = null;') }),
      `${isNone} a, b`,
    ],
    ['a module without exports', () => ({ controllers: file('y.mjs', '') }), `${isNone} none`],
    ['steps that are a map', () => ({ steps: file('s', 'a: 1') }), 'expected a list of steps'],
    ['no steps', () => ({ steps: file('s', '[]') }), 'expected a list of steps'],
    ['steps that are texts', () => ({ steps: file('s', '[{ a: 1 }, b]') }), 'expected a list'],
    ['steps that are lists', () => ({ steps: file('s', '[[{ a: 1 }]]') }), 'expected a list'],
    ['steps that are null', () => ({ steps: file('s', '[null]') }), 'expected a list'],
    [
      'steps of two documents',
      () => ({ steps: file('s', '[{ a: 1 }]\n---\n[{ a: 1 }]') }),
      'expected a list',
    ],
    ['a change that cannot be read', () => ({ change: [file('c', 'a: 1\nb: [')] }), 'c:2:'],
    [
      'an invariant that is none',
      () => ({ invariant: ['5'] }),
      '--invariant: expected a condition',
    ],
  ])('is not %s', async (_, options, message) => {
    const wrong = options();
    await expect(settingOf([], { ...usual, ...wrong })).rejects.toThrow(UsageError);
    await expect(settingOf([], { ...usual, ...wrong })).rejects.toThrow(message);
  });
});
