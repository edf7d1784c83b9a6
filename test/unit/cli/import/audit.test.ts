/** Audit logs: a part of one that kube-apiserver v1.34.4 has written, with `kubectl` as the user. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedFrom } from '../../../../src/cli/import/import.ts';

const log = readFileSync(join(import.meta.dirname, 'audit-1.34.jsonl'), 'utf8');
const events = log
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Event);
const text = (all: readonly object[]): string => all.map((each) => JSON.stringify(each)).join('\n');
const imported = (all: readonly object[]) => importedFrom(text(all), 'audit.log', 'audit');

interface Event {
  readonly verb: string;
  readonly objectRef: { readonly resource: string; readonly subresource?: string };
  readonly responseObject?: unknown;
  readonly [field: string]: unknown;
}

/** The time of a step and what it does, without the manifests. */
function outlines(all: readonly object[]): readonly string[] {
  return imported(all).steps.map(({ at, ...action }) => {
    const [[verb, what]] = Object.entries(action) as [[string, unknown]];
    const { kind, name, metadata } = what as Record<string, string> & {
      metadata?: { name: string };
    };
    return `${at} ${verb} ${kind} ${name ?? metadata?.name}`;
  });
}

describe('an audit log', () => {
  it('gives the steps of its users, at the times of their requests', () => {
    const ofWeb = events.filter(({ objectRef }) => objectRef.resource !== 'nodes');
    expect(outlines(ofWeb)).toEqual([
      '0s apply Deployment web',
      '6s patch Deployment web',
      '11s patch Deployment web',
      '17s delete Deployment web',
    ]);
    const [, scaled, set] = imported(ofWeb).steps;
    expect(scaled).toMatchObject({ patch: { body: { spec: { replicas: 3 } } } });
    const containers = [expect.objectContaining({ image: 'web:2' })];
    expect(set).toMatchObject({
      patch: { body: { spec: { template: { spec: { containers } } } } },
    });
  });

  it('leaves what controllers, kubelets and the server wrote to ours', () => {
    for (const username of [
      'system:kube-controller-manager',
      'system:node:node-1',
      'system:serviceaccount:kube-system:deployment-controller',
    ]) {
      const all = events.map((event) => ({ ...event, user: { username } }));
      expect(outlines(all)).toEqual([]);
    }
    const operator = { username: 'system:serviceaccount:tools:operator' };
    expect(outlines(events.map((event) => ({ ...event, user: operator })))).toHaveLength(6);
  });

  it('begins with what is listed before the first write', () => {
    const created = events.find(({ verb, objectRef: { resource } }) => {
      return verb === 'create' && resource === 'deployments';
    })!;
    const items = [created.responseObject];
    const list = {
      ...created,
      verb: 'list',
      responseObject: { apiVersion: 'apps/v1', kind: 'DeploymentList', items },
    };
    const scaled = events.filter(({ objectRef }) => objectRef.subresource === 'scale');
    const { objects, steps } = imported([list, ...scaled]);
    expect(objects).toMatchObject([{ kind: 'Deployment', metadata: { name: 'web' } }]);
    expect(steps).toMatchObject([{ at: '6s', patch: { kind: 'Deployment', name: 'web' } }]);
  });

  it('leaves out requests that failed, and those that have not ended', () => {
    const failed = events.map((event) => ({ ...event, responseStatus: { code: 409 } }));
    expect(() => imported(failed)).toThrow(/no object is in it/);
    const begun = events.map((event) => ({ ...event, stage: 'RequestReceived' }));
    expect(() => imported(begun)).toThrow(/no object is in it/);
  });

  it('is refused without objects, with what the policy needs', () => {
    const metadataOnly = events.map((event) => ({ ...event, responseObject: undefined }));
    expect(() => imported(metadataOnly)).toThrow(
      /^audit\.log: \d+ writes, and no object is in it: the audit policy needs the level RequestResponse$/,
    );
  });
});
