import { expect, test } from 'vitest';
import { certificateSigningRequest as kind, type Requester } from '#kinds';
import { base64, mastersRequest, robotRequest } from '../../../support/certificate-requests.ts';
import { refusal } from '../../../support/api.ts';
import { serverRig } from '../../../support/server.ts';

const origin = { actor: 'test' };
const jane: Requester = { name: 'jane', groups: ['dev'] };
const admin: Requester = { name: 'admin', groups: ['system:masters'] };

async function rigWith(request: string, signerName: string) {
  const rig = await serverRig();
  const spec = { request: base64(request), signerName, usages: ['client auth'] };
  const make = () =>
    rig.api.create({ origin, user: jane }, kind, { metadata: { name: 'r' }, spec });
  return { ...rig, make };
}

test('approving and signing take a right on the signer', async () => {
  const { api, make, close } = await rigWith(robotRequest, 'a.b/c');
  await make();
  const ref = { name: 'r' };
  const write = (user: Requester | undefined, subresource: string, status: object) =>
    api.call(
      { origin, ...(user && { user }) },
      {
        verb: 'patch',
        kind: kind as never,
        ref,
        subresource,
        patch: { type: 'merge', body: { status } },
      },
    );
  const conditions = (type: string) => ({ conditions: [{ type, status: 'True' }] });
  const told =
    'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted';
  expect((await refusal(write(jane, 'approval', conditions('Approved')))).message).toBe(
    `${told} to approve requests with signerName "a.b/c"`,
  );
  expect((await refusal(write(jane, 'status', conditions('Failed')))).message).toBe(
    `${told} to sign requests with signerName "a.b/c"`,
  );
  await write(jane, 'status', {});
  await write(admin, 'approval', conditions('Approved'));
  await write(undefined, 'status', {
    conditions: [...conditions('Approved').conditions, ...conditions('Failed').conditions],
  });
  await close();
});

test.each([
  ['kubernetes.io/kube-apiserver-client', mastersRequest, /group is not allowed$/],
  ['kubernetes.io/kube-apiserver-client', robotRequest, undefined],
  ['a.b/c', mastersRequest, undefined],
])('%s', async (signer, request, message) => {
  const { make, close } = await rigWith(request, signer);
  if (message === undefined) await make();
  else expect((await refusal(make())).message).toMatch(message);
  await close();
});
