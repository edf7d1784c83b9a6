/** Webhooks of manifests, led to a server in the process of the test. */
import type {
  CRDManifest,
  WebhookClientConfig,
  WebhookConfigurationManifest,
} from './manifests.ts';

/** The path of conversion webhooks that name none, as in controller-runtime. */
const conversionPath = '/convert';

/**
 * Returns the same configurations with every webhook led to that address: the path is kept, the
 * Service is not, and the authority is the one to be trusted.
 */
export function rewriteWebhookManifests(
  manifests: readonly WebhookConfigurationManifest[],
  host: string,
  port: number,
  caPem: string,
): WebhookConfigurationManifest[] {
  return manifests.map(({ webhooks, ...rest }) => ({
    ...rest,
    webhooks: webhooks?.map((webhook) => ({
      ...webhook,
      clientConfig: ledTo(webhook.clientConfig, { host, port, caPem }, '/'),
    })),
  }));
}

/**
 * Returns the same definitions; those that say `strategy: Webhook` are converted at that address.
 */
export function rewriteConversionWebhooks(
  definitions: readonly CRDManifest[],
  host: string,
  port: number,
  caPem: string,
): CRDManifest[] {
  return definitions.map((definition) => {
    const { conversion } = definition.spec ?? {};
    if (conversion?.strategy !== 'Webhook') return definition;
    const { conversionReviewVersions = ['v1'], clientConfig } = conversion.webhook ?? {};
    const led = ledTo(clientConfig, { host, port, caPem }, conversionPath);
    const webhook = { conversionReviewVersions, clientConfig: led };
    return { ...definition, spec: { ...definition.spec, conversion: { ...conversion, webhook } } };
  });
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly caPem: string;
}

function ledTo(
  config: WebhookClientConfig | undefined,
  { host, port, caPem }: Place,
  usual: string,
): WebhookClientConfig {
  const path = config?.service?.path ?? pathOf(config?.url) ?? usual;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `https://${name}:${port}${path.startsWith('/') ? path : `/${path}`}`,
    caBundle: Buffer.from(caPem).toString('base64'),
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).pathname;
}
