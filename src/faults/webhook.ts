/** Faults of the calls of admission webhooks: a decorator of the function that makes them. */
import type { Target } from './target.ts';
import type { Faults } from './faults.ts';

/** What is called. */
interface Call {
  readonly url: string;
  /** Absent: the URL is an address. */
  readonly service?: { readonly namespace: string; readonly name: string };
}

interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Returns the same function, struck by faults. What fails, fails with Go's words. */
export function withWebhookFaults<C extends Call>(
  call: (about: C) => Promise<Reply>,
  faults: Faults,
): (about: C) => Promise<Reply> {
  return async (about) => {
    const fate = faults.isQuiet ? undefined : faults.strikeWebhook(targetOf(about))?.effect.fate;
    switch (fate) {
      case undefined:
        return call(about);
      case 'timeout':
        // Virtual time stands still during calls, so there is nothing to wait for.
        throw new Error('context deadline exceeded');
      case 'refuse':
        throw new Error(`dial tcp ${new URL(about.url).host}: connect: connection refused`);
      case 'error':
        return { status: 500, contentType: 'text/plain', body: 'internal server error' };
    }
  };
}

/** By the name of the Service, or by the host of the URL. */
function targetOf({ url, service }: Call): Target {
  return {
    client: { process: 'apiserver' },
    ...{ verb: 'call', group: '', resource: 'webhooks', kind: '', subresource: '' },
    namespace: service?.namespace ?? '',
    name: service?.name ?? new URL(url).hostname,
  };
}
