/** What the editor of the page offers while somebody types. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { completionsAt, manifestCompletionsAt } from '../../../ui/engine/complete/index.ts';

const registry = new KindRegistry(defaultProfile);

/** What is offered at the bar of a text, and what the text becomes with the first that begins so. */
function offered(marked: string, at = completionsAt) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = at(text, offset, registry);
  return {
    labels: found?.options.map(({ label }) => label) ?? [],
    with(label: string): string | undefined {
      const option = found?.options.find((each) => each.label === label);
      return option && `${text.slice(0, found!.from)}${option.text}${text.slice(found!.to)}`;
    },
  };
}

const daemonSet = 'apiVersion: apps/v1\nkind: DaemonSet\n';
const object = 'steps:\n  - apply:\n      apiVersion: apps/v1\n      kind: DaemonSet\n';

describe('the editor offers', () => {
  it.each([
    ['a part of the scenario', '|', 'steps', 'steps:'],
    ['what begins like the word', 'clu|', 'cluster', 'cluster:'],
    [
      'what the cluster takes',
      'cluster:\n  au|\n',
      'authorization',
      'cluster:\n  authorization: \n',
    ],
    ['releases of Kubernetes', 'kubernetes: v1.3|', 'v1.34', 'kubernetes: v1.34'],
    [
      'values that are listed',
      'cluster:\n  authorization: r|',
      'rbac',
      'cluster:\n  authorization: rbac',
    ],
    ['in braces', 'cluster: { no| }', 'nodes', 'cluster: { nodes:  }'],
    ['in braces that are not closed', 'cluster: { no|', 'nodes', 'cluster: { nodes: '],
    ['a verb', 'steps:\n  - at: 5s\n    cor|', 'cordon', 'steps:\n  - at: 5s\n    cordon: '],
    [
      'between steps',
      'steps:\n  - at: 5s\n    |\n  - at: 6s\n',
      'note',
      'steps:\n  - at: 5s\n    note: \n  - at: 6s\n',
    ],
    ['the first field of a step', 'steps:\n  - |', 'at', 'steps:\n  - at: '],
    ['a step where none is begun', 'steps:\n  |', '- at', 'steps:\n  - at: '],
    ['a name with a colon behind it', 'steps:\n  - a|t: 5s', 'after', 'steps:\n  - after: 5s'],
    [
      'names of kinds',
      'steps:\n  - apply:\n      kind: Dae|',
      'DaemonSet',
      'steps:\n  - apply:\n      kind: DaemonSet',
    ],
    [
      'its versions',
      'steps:\n  - apply: { kind: DaemonSet, apiVersion: | }',
      'apps/v1',
      'steps:\n  - apply: { kind: DaemonSet, apiVersion: apps/v1 }',
    ],
    [
      'fields of the kind',
      `${object}      spec:\n        upd|`,
      'updateStrategy',
      `${object}      spec:\n        updateStrategy:`,
    ],
    [
      'fields of a list of the kind',
      `${object}      spec:\n        template: { spec: { containers: [{ im| }] } }`,
      'image',
      `${object}      spec:\n        template: { spec: { containers: [{ image:  }] } }`,
    ],
    [
      'what a status has, where one is expected',
      'steps:\n  - expect: { kind: DaemonSet, status: { numb| } }',
      'numberReady',
      'steps:\n  - expect: { kind: DaemonSet, status: { numberReady:  } }',
    ],
    [
      'conditions in conditions',
      'steps:\n  - expect:\n      not: { ki| }',
      'kind',
      'steps:\n  - expect:\n      not: { kind:  }',
    ],
    [
      'names of feature gates',
      'featureGates:\n  Cron|',
      'CronJobTimeZone',
      'featureGates:\n  CronJobTimeZone: ',
    ],
  ])('%s', (_, text, label, becomes) => {
    expect(offered(text).labels).toContain(label);
    expect(offered(text).with(label)).toBe(becomes);
  });

  it.each([
    ['in a comment', '# clu|'],
    ['in a text of several lines', 'description: |-\n  clu|\n'.replace('|-', '>-')],
    ['where any text may stand', 'name: clu|'],
    [
      'under a kind that is not known',
      'steps:\n  - apply:\n      kind: Other\n      spec:\n        |',
    ],
  ])('nothing %s', (_, text) => {
    expect(offered(text).labels).toEqual([]);
  });

  it.each([
    ['names of an object', '|', 'kind', 'kind: '],
    ['names of kinds', 'kind: Dae|', 'DaemonSet', 'kind: DaemonSet'],
    [
      'its versions',
      'kind: DaemonSet\napiVersion: |',
      'apps/v1',
      'kind: DaemonSet\napiVersion: apps/v1',
    ],
    ['its fields', `${daemonSet}sp|`, 'spec', `${daemonSet}spec:`],
    ['metadata', `${daemonSet}metadata: { na| }`, 'name', `${daemonSet}metadata: { name:  }`],
    [
      'fields of fields',
      `${daemonSet}spec:\n  upd|`,
      'updateStrategy',
      `${daemonSet}spec:\n  updateStrategy:`,
    ],
    [
      'those of the kind of its document',
      `kind: Job\n---\n${daemonSet}spec:\n  upd|\n---\nkind: Job\n`,
      'updateStrategy',
      `kind: Job\n---\n${daemonSet}spec:\n  updateStrategy:\n---\nkind: Job\n`,
    ],
    ['names in a document that is empty', 'kind: Job\n---\n|', 'kind', 'kind: Job\n---\nkind: '],
  ])('in a manifest %s', (_, text, label, becomes) => {
    expect(offered(text, manifestCompletionsAt).with(label)).toBe(becomes);
  });

  it('in a manifest no field of another kind, and no verb', () => {
    const { labels } = offered(`${daemonSet}spec:\n  |`, manifestCompletionsAt);
    expect(labels).not.toContain('replicas');
    expect(offered('|', manifestCompletionsAt).labels).toEqual(['apiVersion', 'kind', 'metadata']);
  });

  it('no name twice', () => {
    expect(offered('name: a\n|').labels).not.toContain('name');
    expect(offered('name: a\n|').labels).toContain('steps');
  });

  it('no verb as a part of the cluster', () => {
    expect(offered('cluster:\n  |').labels).not.toContain('cordon');
  });
});
