/** Roles in a whole control plane. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterRole } from '#kinds';
import type { PolicyRule } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
beforeEach(async () => {
  simulation = await simulate(0, { pool: false, authorization: 'rbac' });
  await simulation.run(1);
});
afterEach(() => simulation.stop());

async function rulesOf(name: string): Promise<readonly PolicyRule[]> {
  return (await simulation.client.get(clusterRole, { name })).rules ?? [];
}

describe('roles that collect others', () => {
  it('have the rules of those, and of those that they collect in turn', async () => {
    const [view, edit, admin] = [
      await rulesOf('view'),
      await rulesOf('edit'),
      await rulesOf('admin'),
    ];
    expect(view).toEqual(await rulesOf('system:aggregate-to-view'));
    expect(edit).toEqual([...(await rulesOf('system:aggregate-to-edit')), ...view]);
    expect(admin).toHaveLength(edit.length + 2);
    expect(admin).toEqual(
      expect.arrayContaining([...edit, ...(await rulesOf('system:aggregate-to-admin'))]),
    );
    const { metadata } = await simulation.client.get(clusterRole, { name: 'view' });
    expect(metadata.managedFields).toMatchObject([
      { manager: 'clusterrole-aggregation-controller', operation: 'Apply' },
      { manager: 'kube-apiserver', operation: 'Update' },
    ]);
  });

  it('follow labels and rules', async () => {
    const { client } = simulation;
    const before = await rulesOf('admin');
    const rule = { verbs: ['get'], apiGroups: ['example.com'], resources: ['widgets'] };
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
    const metadata = { name: 'widgets', labels };
    await client.create(clusterRole, { metadata, rules: [rule] });
    await simulation.run(1);
    expect(await rulesOf('admin')).toContainEqual(rule);
    const relabel = (to: object | null) =>
      client.patch(
        clusterRole,
        { name: 'widgets' },
        {
          type: 'merge',
          body: { metadata: { labels: to } },
        },
      );
    await relabel(null);
    await simulation.run(1);
    expect(await rulesOf('admin')).toEqual(before);
    await relabel(labels);
    await simulation.run(1);
    expect(await rulesOf('view')).toContainEqual(rule);
    await client.delete(clusterRole, { name: 'widgets' });
    await simulation.run(1);
    expect(await rulesOf('view')).not.toContainEqual(rule);
  });
});
