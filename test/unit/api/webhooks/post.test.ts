/** Where a webhook is called. */
import { expect, it } from 'vitest';
import type { WebhookClientConfig } from '#types';
import type { Store } from '#store';
import { post } from '../../../../src/api/webhooks/post.ts';

const service = { namespace: 'hooks', name: 'h' };

it.each<[client: object, url: string]>([
  [{ url: 'https://example.com' }, 'https://example.com/'],
  [{ url: 'https://example.com:8443/a' }, 'https://example.com:8443/a'],
  [{ url: 'https://example.com/a//b/' }, 'https://example.com/a/b'],
  [{ service }, 'https://h.hooks.svc:443/'],
  [{ service: { ...service, port: 8443 } }, 'https://h.hooks.svc:8443/'],
  [{ service: { ...service, path: '/a//b/c/' } }, 'https://h.hooks.svc:443/a/b/c'],
  [{ service: { ...service, path: 'a b' } }, 'https://h.hooks.svc:443/a%20b'],
])('%j', async (client, url) => {
  const called: string[] = [];
  const store = { peek: () => undefined, get: () => undefined } as unknown as Store;
  const call = ({ url: at }: { readonly url: string }): Promise<never> => {
    called.push(at);
    return Promise.reject(new Error('refused'));
  };
  const posting = post(
    { store, call },
    { client: client as WebhookClientConfig, userAgent: 'a', body: '{}', timeoutMs: 1200 },
  );
  await expect(posting).rejects.toThrow(`Post "${url}?timeout=2s": refused`);
  expect(called).toEqual([`${url}?timeout=2s`]);
});
