/**
 * Approves what kubelets request for themselves, where they have the right: the first certificate
 * of a node (`nodeclient`), and its renewals (`selfnodeclient`).
 */
import type { CertificateSigningRequest } from '#types';
import { certificateSigningRequest as kind, subjectAccessReview } from '#kinds';
import { fromBase64, latin1Text, parseCertificateRequest } from '#values';
import type { Client, ControllerDefinition, ReconcileResult } from '#runtime';
import { rightsOf, type Right } from './rights.ts';

export const csrApproving: ControllerDefinition = {
  name: 'csrapproving',
  actor: 'certificate-controller',
  start(context) {
    const requests = context.informer(kind);
    const queue = context.queue({
      workers: 1,
      limiter: { baseMs: 200, maxMs: 1_000_000 },
      async reconcile(name, { client }): Promise<ReconcileResult> {
        const request = requests.lister.getByKey(name);
        return request === undefined ? {} : approve(client, request);
      },
    });
    requests.addHandlers({
      added: ({ metadata }, cause) => queue.add(metadata.name, cause),
      updated: ({ metadata }, _, cause) => queue.add(metadata.name, cause),
    });
  },
};

async function approve(
  client: Client,
  request: CertificateSigningRequest,
): Promise<ReconcileResult> {
  const { spec, status } = request;
  const { conditions = [], certificate } = status;
  const isDecided = conditions.some(({ type }) => type === 'Approved' || type === 'Denied');
  if (certificate || isDecided) return {};
  const text = latin1Text(fromBase64(spec.request));
  const rights = rightsOf(spec, parseCertificateRequest(text));
  for (const right of rights) {
    if (!(await mayCreate(client, request, right))) continue;
    const { message } = right;
    const approval = { type: 'Approved', status: 'True', reason: 'AutoApproved', message };
    const next = { ...request, status: { ...status, conditions: [...conditions, approval] } };
    await client.update(kind, next, { subresource: 'approval' });
    return {};
  }
  // The right may be granted later.
  return rights.length === 0 ? {} : { retry: true };
}

async function mayCreate(
  client: Client,
  { spec }: CertificateSigningRequest,
  { subresource }: Right,
): Promise<boolean> {
  const { username = '', uid, groups, extra } = spec;
  const { status } = await client.create(subjectAccessReview, {
    metadata: {},
    spec: {
      user: username,
      ...(uid !== undefined && { uid }),
      ...(groups !== undefined && { groups }),
      ...(extra !== undefined && { extra }),
      resourceAttributes: { group: kind.group, resource: kind.plural, verb: 'create', subresource },
    },
  });
  return status.allowed;
}
