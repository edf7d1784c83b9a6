/** An API with a webhook server beside it, and what the tests of webhooks send to them. */
import { afterEach, beforeEach } from 'vitest';
import { serverRig, type ServerRig, type ServerRigOptions } from '../../support/server.ts';
import { webhookServer, type WebhookServer } from '../../support/webhook-server.ts';
import { request, type Answer, type Sent } from '../client.ts';

export const maps = '/api/v1/namespaces/default/configmaps';
export const registration = '/apis/admissionregistration.k8s.io/v1';

export class WebhookRig {
  server!: ServerRig;
  hooks!: WebhookServer;

  send(method: string, path: string, body?: unknown, more: Sent = {}): Promise<Answer> {
    return request(this.server, method, path, { ...more, ...(body !== undefined && { body }) });
  }

  patch(path: string, body: unknown, type = 'merge-patch+json'): Promise<Answer> {
    return this.send('PATCH', path, body, { headers: { 'content-type': `application/${type}` } });
  }

  createMap(name = 'x', data: object = { a: 'b' }, query = ''): Promise<Answer> {
    return this.send('POST', `${maps}${query}`, { metadata: { name }, data });
  }

  /** A webhook at that path for writes of config maps. */
  hook(path: string, parts: object = {}): object {
    return {
      name: `${path.slice(1)}.example.com`,
      clientConfig: { url: `${this.hooks.url}${path}`, caBundle: this.hooks.caBundle },
      rules: [ruleFor({})],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...parts,
    };
  }

  async configure(
    sort: 'mutating' | 'validating',
    webhooks: readonly object[],
    name = `${sort}-hooks`,
  ): Promise<void> {
    const path = `${registration}/${sort}webhookconfigurations`;
    const answer = await this.send('POST', path, { metadata: { name }, webhooks });
    if (answer.status !== 201) throw new Error(answer.text);
  }
}

export function ruleFor(parts: object): object {
  return {
    operations: ['*'],
    apiGroups: [''],
    apiVersions: ['v1'],
    resources: ['configmaps'],
    ...parts,
  };
}

/** For each test a rig of its own. */
export function webhookRig(options: () => ServerRigOptions = () => ({})): WebhookRig {
  const rig = new WebhookRig();
  beforeEach(async () => {
    rig.hooks = await webhookServer();
    rig.server = await serverRig(options());
  });
  afterEach(async () => {
    await rig.server.close();
    await rig.hooks.close();
  });
  return rig;
}
