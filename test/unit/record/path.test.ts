import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { kindNamed, parsePath, printPath, subjectOf, valueAt, type Segment } from '#record';
import { fieldOf } from '../../../src/record/question/field.ts';

const registry = new KindRegistry(defaultProfile);

describe('paths', () => {
  it.each<[string, readonly Segment[]]>([
    ['', []],
    ['numberReady', ['numberReady']],
    ['status.conditions[Ready].status', ['status', 'conditions', 'Ready', 'status']],
    ['spec.ports[0].port', ['spec', 'ports', 0, 'port']],
    [`metadata.labels['a.b/c']`, ['metadata', 'labels', 'a.b/c']],
    [`metadata.labels["a.b/c"]`, ['metadata', 'labels', 'a.b/c']],
    [`data['0']`, ['data', '0']],
  ])('%s', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it.each(['a..b', 'a.', 'a[', 'a[]', 'a]b', `a['b`])('%s is refused from its error on', (text) => {
    expect(() => parsePath(text)).toThrow(/cannot read the path .* from .* on; expected a form/);
  });

  it('come back as they were printed', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9./-]*$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.nat({ max: 99 })), { maxLength: 6 }), (path) => {
        expect(parsePath(printPath(path))).toEqual(path);
      }),
    );
  });

  it.each<[string, unknown]>([
    ['status.conditions[Ready].status', 'True'],
    ['status.conditions[0].type', 'Other'],
    ['status.conditions[None].status', undefined],
    ['status.addresses[10.0.0.1].ip', '10.0.0.1'],
    ['status.list[b]', 'b'],
    ['status.list[2]', undefined],
    ['status.phase.more', undefined],
    ['status.toString', undefined],
    ['none.of.it', undefined],
  ])('%s has %j', (text, value) => {
    const conditions = [{ type: 'Other' }, { type: 'Ready', status: 'True' }];
    const status = { conditions, addresses: [{ ip: '10.0.0.1' }], list: ['a', 'b'], phase: 'x' };
    expect(valueAt({ status }, parsePath(text))).toBe(value);
  });
});

describe('questions', () => {
  it.each(['ds', 'ds/', '/agent', 'ds/a/b', ''])('"%s" does not name an object', (text) => {
    expect(() => subjectOf(text)).toThrow(
      `expected KIND/NAME such as daemonset/agent, found "${text}"`,
    );
  });

  it('name an object by its kind and name', () => {
    expect(subjectOf('ds/agent')).toEqual({ kind: 'ds', name: 'agent' });
    for (const name of ['ds', 'DaemonSet', 'daemonsets', 'daemonset']) {
      expect(kindNamed(name, registry).kind).toBe('DaemonSet');
    }
    expect(() => kindNamed('daemonsett', registry)).toThrow(
      'unknown kind "daemonsett" (did you mean "daemonsets"?)',
    );
    expect(() => kindNamed('qqqqqqqq', registry)).toThrow(/^unknown kind "qqqqqqqq"$/);
  });

  const kind = (name: string): Kind => registry.byName(name)!;

  it.each<[string, string, readonly Segment[]]>([
    ['ds', 'numberReady', ['status', 'numberReady']],
    ['ds', 'status.numberReady', ['status', 'numberReady']],
    [
      'ds',
      'spec.template.spec.containers[0].image',
      ['spec', 'template', 'spec', 'containers', 0, 'image'],
    ],
    ['ds', 'metadata.labels.app', ['metadata', 'labels', 'app']],
    ['cm', 'data.a', ['data', 'a']],
  ])('of %s: %s', (name, text, path) => {
    expect(fieldOf(text, kind(name))).toEqual(path);
  });

  it.each<[string, string, string]>([
    [
      'ds',
      'numberRedy',
      'DaemonSet status has no field "numberRedy" (did you mean "numberReady"?)',
    ],
    ['ds', 'spec.templat', 'DaemonSet spec has no field "templat" (did you mean "template"?)'],
    ['ds', 'status.numberReady.x', 'DaemonSet status.numberReady has no field "x"'],
    ['cm', 'dta', 'ConfigMap has no field "dta" (did you mean "data"?)'],
    ['ds', 'spec..x', 'cannot read the path "spec..x"'],
  ])('of %s: %s is refused', (name, text, message) => {
    expect(() => fieldOf(text, kind(name))).toThrow(message);
  });

  it('of the only item of a list of the status by its name alone', () => {
    const item = (name: string) => ({ name, restartCount: 1 });
    const asked = (...names: string[]) => ({
      ...{ conditions: [], worth: [] },
      object: { status: { containerStatuses: names.map(item) } } as unknown as KubeObject,
    });
    const path = ['status', 'containerStatuses', 'web', 'restartCount'];
    expect(fieldOf('restartCount', kind('pod'), asked('web'))).toEqual(path);
    expect(fieldOf('state.running', kind('pod'), asked('web')).slice(2)).toEqual([
      ...['web', 'state', 'running'],
    ]);
    for (const names of [[], ['web', 'log']]) {
      expect(() => fieldOf('restartCount', kind('pod'), asked(...names))).toThrow(
        'has no field "restartCount"',
      );
    }
  });
});
