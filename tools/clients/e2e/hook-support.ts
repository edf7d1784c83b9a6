/** Configurations of webhooks, and what they are called for. */
import type { WebhookServer } from '../../../test/support/webhook-server.ts';
import type { Admin, Json } from './admin.ts';

/** Where configurations are. */
export const registrations = '/apis/admissionregistration.k8s.io/v1';
/** What the webhooks are called for: objects of the namespace `hooked`. */
export const maps = '/api/v1/namespaces/hooked/configmaps';
export const pods = '/api/v1/namespaces/hooked/pods';

/** Of a configuration. */
export type Kind = 'mutating' | 'validating';

/** The path of the configurations of a kind. */
export function configurations(kind: Kind): string {
  return `${registrations}/${kind}webhookconfigurations`;
}

/** A rule over all versions of resources of a group. */
export function rule(group: string, resources: string, ...operations: readonly string[]): Json {
  return { apiGroups: [group], apiVersions: ['*'], resources: [resources], operations };
}

/** Configurations that call the paths of a server, in the namespace `hooked` or for what has no namespace. */
export class Hooks {
  readonly #admin: Admin;
  readonly #server: WebhookServer;

  constructor(admin: Admin, server: WebhookServer) {
    this.#admin = admin;
    this.#server = server;
  }

  configuration(
    kind: Kind,
    name: string,
    path: string,
    rules: readonly Json[],
    more: Json = {},
  ): Json {
    const { labels, ...hook } = more;
    return {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: kind === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
      metadata: { name, labels },
      webhooks: [
        {
          name: `${name}.example.com`,
          clientConfig: { url: `${this.#server.url}${path}`, caBundle: this.#server.caBundle },
          rules,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          namespaceSelector: { matchLabels: { hooked: 'yes' } },
          timeoutSeconds: 5,
          ...hook,
        },
      ],
    };
  }

  /** Has webhooks called while something is done. */
  async during(
    configured: readonly (readonly [Kind, Json])[],
    act: () => Promise<void>,
  ): Promise<void> {
    for (const [kind, configuration] of configured)
      await this.#admin.create(configurations(kind), configuration);
    try {
      await act();
    } finally {
      for (const [kind, { metadata }] of configured)
        await this.#admin.send('DELETE', `${configurations(kind)}/${metadata.name}`);
    }
  }
}

/** A config map. */
export function map(name: string, data: Json = {}): Json {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

/** A pod. */
export function pod(name: string, image = 'example.com/pause:1'): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image }] },
  };
}
