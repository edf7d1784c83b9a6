/** The objects by which `orrery versions A..B` finds what a server fills in. */
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { apiVersionOf, profileOf } from '#kinds';
import { createCluster } from '#kit';
import { samples } from '../../../src/cli/versions/samples.ts';

it('are one of each kind that is stored, but for those of certificates', () => {
  const kinds = new KindRegistry(profileOf(37)).stored.map(({ kind }) => kind);
  const known = new Set(samples.map(({ kind }) => kind));
  expect(kinds.filter((kind) => !known.has(kind))).toEqual([
    'ComponentStatus',
    'CertificateSigningRequest',
    'ClusterTrustBundle',
    'PodCertificateRequest',
  ]);
});

it.each([24, 30, 37])('are accepted by a server of 1.%i that has their kinds', async (minor) => {
  const cluster = await createCluster({ kubernetes: `1.${minor}`, controllers: 'none' });
  const served = new Set(
    new KindRegistry(profileOf(minor)).all.map((kind) => `${apiVersionOf(kind)} ${kind.kind}`),
  );
  const faults: string[] = [];
  for (const sample of samples) {
    if (!served.has(`${sample.apiVersion} ${sample.kind}`)) continue;
    await cluster.create(sample).catch((error: Error) => faults.push(error.message));
  }
  await cluster.dispose();
  expect(faults).toEqual([]);
});
