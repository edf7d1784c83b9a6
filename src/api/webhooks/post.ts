import { formatGoDuration, fromBase64, parseGoUrl, quote, utf8Text } from '#values';
import type { WebhookClientConfig } from '#types';
import type { Store } from '#store';
import type { CallWebhook, WebhookReply } from './call.ts';
import { serviceAddress } from './service.ts';

/** What is sent to a webhook. */
export interface Post {
  readonly client: WebhookClientConfig;
  readonly userAgent: string;
  /** JSON. */
  readonly body: string;
  readonly timeoutMs: number;
}

/** Posts to where a webhook is. @throws {Error} with the message of v1.24's client when it cannot */
export async function post(
  { store, call }: { readonly store: Store; readonly call: CallWebhook },
  { client, userAgent, body, timeoutMs }: Post,
): Promise<WebhookReply> {
  const url = `${urlOf(client)}?timeout=${wholeSeconds(timeoutMs)}`;
  const { service, caBundle } = client;
  try {
    return await call({
      url,
      ...(service && { service: serviceAddress(store, service) }),
      ...(caBundle && { authority: utf8Text(fromBase64(caBundle)) }),
      userAgent,
      body,
      timeoutMs,
    });
  } catch (error) {
    throw new Error(`Post ${quote(url)}: ${(error as Error).message}`, { cause: error });
  }
}

function urlOf({ url, service }: WebhookClientConfig): string {
  if (service == null) {
    const { host, path } = parseGoUrl(url!);
    return `https://${host}${cleanPath(path)}`;
  }
  const { namespace, name, port = 443, path = '' } = service;
  return `https://${name}.${namespace}.svc:${port}${cleanPath(path)}`;
}

/** Without empty segments, and without a slash at its end. */
function cleanPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return encodeURI(`/${segments.join('/')}`);
}

function wholeSeconds(ms: number): string {
  return formatGoDuration(Math.ceil(ms / 1000) * 1000);
}
