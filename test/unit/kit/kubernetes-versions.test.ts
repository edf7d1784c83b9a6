/** The releases that tests run at. */
import { describe, expect, it } from 'vitest';
import { createCluster, kubernetesVersions } from '#kit';

describe('the releases', () => {
  it('are all, the oldest first', () => {
    const all = kubernetesVersions();
    expect([all[0], all.at(-1), all.length]).toEqual(['1.24', '1.37', 14]);
  });

  it.each([
    ['1.30..1.32', ['1.30', '1.31', '1.32']],
    ['1.34,v1.30.2', ['1.34', '1.30']],
    ['latest', ['1.37']],
    [2, ['1.36', '1.37']],
  ])('of %j are %j', (which, releases) => {
    expect(kubernetesVersions(which)).toEqual(releases);
  });

  it.each([
    ['1.99', 'unknown release "1.99"; known releases: 1.24, '],
    ['1.34..1.30', '1.34..1.30 ends before it begins; expected 1.30..1.34'],
    [0, '0 releases: expected a number from 1 to 14'],
    [15, '15 releases: expected a number from 1 to 14'],
  ])('may not be %j', (which, problem) => {
    expect(() => kubernetesVersions(which)).toThrow(problem);
  });
});

describe.each(kubernetesVersions('1.28..1.30'))('a cluster of %s', (kubernetes) => {
  it('has nodes of that release', async () => {
    await using cluster = await createCluster({ kubernetes, nodes: 1 });
    const { status } = await cluster.get('Node', 'node-1');
    expect(status.nodeInfo!.kubeletVersion).toMatch(`v${kubernetes}.`);
  });
});
