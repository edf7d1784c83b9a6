/** From a request to a signed certificate, and until it is forgotten. */
// eslint-disable-next-line no-restricted-imports -- reads certificates
import { createPublicKey, X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { certificateSigningRequest as kind } from '#kinds';
import { isNotFound, readIssuer } from '#values';
import type { CertificateSigningRequest } from '#types';
import { makeAuthority } from '#server';
import {
  base64,
  nodeRequest,
  robotRequest,
  servingRequest,
} from '../../../support/certificate-requests.ts';
import { simulate, START, type Simulation } from '../../../support/simulate.ts';

const authority = makeAuthority(START);
const clientUsages = ['digital signature', 'key encipherment', 'client auth'];
const servingUsages = ['digital signature', 'key encipherment', 'server auth'];
const kubeletClient = 'kubernetes.io/kube-apiserver-client-kubelet';
const kubeletServing = 'kubernetes.io/kubelet-serving';

let sim: Simulation;
afterEach(() => sim.stop());

async function ask(
  request: string,
  signerName: string,
  usages: readonly string[],
  user?: { readonly name: string; readonly groups: readonly string[] },
): Promise<void> {
  const spec = { request: base64(request), signerName, usages };
  const origin = { actor: 'test' };
  const context = user === undefined ? { origin } : { origin, user };
  const body = { metadata: { name: 'r' }, spec };
  await sim.sim.api.call(context, { verb: 'create', kind: kind as never, body });
  await sim.run(1);
}

async function decide(type: 'Approved' | 'Denied'): Promise<void> {
  const request = await sim.get(kind, 'r');
  const conditions = [{ type, status: 'True', reason: 'Test' }];
  await sim.client.update(
    kind,
    { ...request, status: { conditions } },
    { subresource: 'approval' },
  );
  await sim.run(1);
}

const state = async (): Promise<CertificateSigningRequest['status'] | undefined> => {
  try {
    return (await sim.get(kind, 'r')).status;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

async function certificate(): Promise<X509Certificate> {
  const { certificate: text = '' } = (await state())!;
  return new X509Certificate(Buffer.from(text, 'base64'));
}

describe('an approved request', () => {
  it('is signed by the authority of the cluster, for its key and names', async () => {
    sim = await simulate(0, { authority });
    await ask(servingRequest, kubeletServing, servingUsages);
    expect((await state())?.certificate).toBeUndefined();
    await decide('Approved');
    const made = await certificate();
    expect(made.verify(createPublicKey(authority.cert))).toBe(true);
    expect(made.checkIssued(new X509Certificate(authority.cert))).toBe(true);
    expect(made.subject).toBe('O=system:nodes\nCN=system:node:n1');
    expect(made.subjectAltName).toBe('DNS:n1, IP Address:10.0.0.1');
    expect(made.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(made.ca).toBe(false);
    const { from, to } = readIssuer(made.raw).validity;
    expect(from).toBe(START + 1000 - 300_000);
    expect(to - from).toBe(365 * 86_400_000);
  });

  it.each<[string, string, string, readonly string[], string]>([
    ['names', nodeRequest, kubeletServing, servingUsages, 'DNS or IP subjectAltName is required'],
    [
      'a group',
      robotRequest,
      kubeletClient,
      clientUsages,
      'subject organization is not system:nodes',
    ],
    [
      'usages',
      nodeRequest,
      kubeletClient,
      servingUsages,
      'usages did not match [client auth digital signature key encipherment]',
    ],
    [
      'a use',
      robotRequest,
      'kubernetes.io/kube-apiserver-client',
      ['server auth'],
      'invalid usage for client certificate: server auth',
    ],
  ])('fails without the right %s', async (_, request, signer, usages, message) => {
    sim = await simulate(0, { authority });
    await ask(request, signer, usages);
    await decide('Approved');
    const { conditions, certificate: made } = (await state())!;
    expect(made).toBeUndefined();
    expect(conditions?.[1]).toMatchObject({
      type: 'Failed',
      reason: 'SignerValidationFailure',
      message,
    });
  });

  it.each([
    ['to another signer', 'a.b/c', { authority }],
    ['without an authority', 'kubernetes.io/kube-apiserver-client', {}],
  ])('stays unsigned %s', async (_, signer, options) => {
    sim = await simulate(0, options);
    await ask(robotRequest, signer, ['client auth']);
    await decide('Approved');
    expect(await state()).toMatchObject({ conditions: [{ type: 'Approved' }] });
    expect((await state())?.certificate).toBeUndefined();
  });
});

describe("a kubelet's own request", () => {
  const masters = ['system:masters'];
  it.each([
    ['system:node:n1', masters, 'Auto approving self kubelet client certificate after Sub'],
    ['bootstrap', masters, 'Auto approving kubelet client certificate after SubjectAcc'],
  ])('of %s is approved where the right is there', async (name, groups, message) => {
    sim = await simulate(0, { authority });
    await ask(nodeRequest, kubeletClient, clientUsages, { name, groups });
    expect((await state())?.conditions?.[0]).toMatchObject({
      type: 'Approved',
      reason: 'AutoApproved',
      message: expect.stringContaining(message) as string,
    });
    expect((await certificate()).subject).toContain('system:node:n1');
  });

  it('waits where it is not', async () => {
    sim = await simulate(0, { authority });
    await ask(nodeRequest, kubeletClient, clientUsages, { name: 'n', groups: ['system:nodes'] });
    await sim.run(60);
    expect(await state()).toEqual({});
  });
});

describe('an old request', () => {
  const hour = 3600;
  it.each<['Approved' | 'Denied' | undefined, number, number]>([
    [undefined, 23, 26],
    ['Denied', 0.5, 3],
    ['Approved', 0.5, 3],
  ])('(%s) is there after %d hours and gone after %d', async (decision, before, after) => {
    sim = await simulate(0, { authority });
    await ask(robotRequest, 'kubernetes.io/kube-apiserver-client', ['client auth']);
    if (decision !== undefined) await decide(decision);
    await sim.run(before * hour);
    expect(await state()).toBeDefined();
    await sim.run((after - before) * hour);
    expect(await state()).toBeUndefined();
  });

  it('stays while it is approved and not signed', async () => {
    sim = await simulate(0);
    await ask(robotRequest, 'a.b/c', ['client auth']);
    await decide('Approved');
    await sim.run(100 * hour);
    expect(await state()).toBeDefined();
  });
});
