import { describe, expect, it } from 'vitest';
import { importedFrom } from '../../../../src/cli/import/import.ts';
import { readVersions } from '../../../../src/cli/import/versions.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default' } };
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

describe('what is not output of kubectl', () => {
  it.each([
    ['nothing', '', /in\.txt: no object is in it; expected the output of "kubectl get/],
    ['a table', 'NAME   READY\nweb-1  1/1\n', /in\.txt:1: this is not an API object/],
    ['broken JSON', `${pretty(POD)}\n{ "kind": }`, /in\.txt:9: not valid JSON/],
    ['JSON that ends too early', pretty(POD).slice(0, -4), /in\.txt:1: not valid JSON/],
    ['broken YAML', 'kind: Pod\n  name: [', /in\.txt:\d+:\d+: not valid YAML/],
    ['an object without a name', '{ "apiVersion": "v1", "kind": "Pod" }', /needs apiVersion, kind/],
    ['a failure', pretty({ kind: 'Status', message: 'pods is forbidden' }), /pods is forbidden/],
    [
      'a watch that failed',
      pretty({ type: 'ERROR', object: { kind: 'Status', message: 'too old' } }),
      /ended with ERROR: too old/,
    ],
    [
      'a field of the wrong type',
      pretty({ ...POD, spec: { containers: 5 } }),
      /in\.txt:1: Pod a: .*containers/,
    ],
  ])('is reported: %s', (_, text, message) => {
    expect(() => importedFrom(text, 'in.txt', 'in')).toThrow(message);
  });
});

describe('what is output of kubectl', () => {
  const names = (text: string) =>
    readVersions(text, 'in').map(({ object }) => object.metadata.name);

  it.each([
    ['a single object', pretty(POD), ['a']],
    ['a List', pretty({ apiVersion: 'v1', kind: 'List', items: [POD, POD] }), ['a', 'a']],
    [
      'a list of one kind',
      pretty({ apiVersion: 'v1', kind: 'PodList', items: [{ metadata: { name: 'b' } }] }),
      ['b'],
    ],
    ['objects one after the other', `${pretty(POD)}\n${pretty(POD)}\n`, ['a', 'a']],
    ['watch events', `${pretty({ type: 'ADDED', object: POD })}`, ['a']],
    ['braces and quotes in text', pretty({ ...POD, x: '"}{\\' }) + pretty(POD), ['a', 'a']],
    ['documents', 'apiVersion: v1\nkind: Pod\nmetadata: {name: c}\n---\n---\n', ['c']],
  ])('is read: %s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('leaves out kinds and fields that are not known, and says so', () => {
    const crd = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 't' } };
    const pod = { ...POD, status: { hostIPs: [{ ip: '10.0.0.1' }], phase: 'Running' } };
    const { objects, leftOut } = importedFrom(pretty(crd) + pretty(pod), 'in', 'in');
    expect(objects).toMatchObject([{ kind: 'Pod', status: { phase: 'Running' } }]);
    expect(leftOut).toEqual([
      'Thing (example.com/v1): a kind that is not simulated',
      'the field Pod status.hostIPs: v1.24 has none',
    ]);
  });
});
