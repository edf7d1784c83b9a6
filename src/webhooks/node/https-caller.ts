/** Calls of webhooks over HTTPS, as v1.24 makes them. */
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { CallWebhook, WebhookCall, WebhookReply } from '#api';
import { machineTimers } from '#clock';
import { addressOf, type WebhookAddress } from '#kinds';
import { checkNames, goText } from './go-errors.ts';
import { trusting } from './trusting.ts';

const mostRedirects = 10;
/** In bytes: a patch may replace the largest object that there can be. */
const longestBody = 16 * 1024 * 1024;

/** @param addresses what stands for Services; the first that fits counts */
export function httpsCaller(addresses: readonly WebhookAddress[]): CallWebhook {
  const agent = new Agent({ keepAlive: true });
  const timers = machineTimers();
  return async (call) => {
    const timedOut = new AbortController();
    const cancel = timers.after(call.timeoutMs, () => timedOut.abort());
    try {
      return await new Exchange(call, addresses, agent, timedOut.signal).run();
    } catch (error) {
      const why = timedOut.signal.aborted ? 'context deadline exceeded' : goText(error);
      throw new Error(why, { cause: error });
    } finally {
      cancel();
    }
  };
}

/** Where a request of a call goes. */
interface Step {
  readonly url: URL;
  /** After some redirects nothing is posted any more. */
  readonly method: 'POST' | 'GET';
}

class Exchange {
  readonly #call: WebhookCall;
  readonly #addresses: readonly WebhookAddress[];
  readonly #agent: Agent;
  readonly #signal: AbortSignal;

  constructor(
    call: WebhookCall,
    addresses: readonly WebhookAddress[],
    agent: Agent,
    signal: AbortSignal,
  ) {
    this.#call = call;
    this.#addresses = addresses;
    this.#agent = agent;
    this.#signal = signal;
  }

  async run(): Promise<WebhookReply> {
    let step: Step = { url: new URL(this.#call.url), method: 'POST' };
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#send(step);
      const next = redirected(step, answer);
      if (next === undefined) return await replyOf(answer);
      answer.resume();
      if (redirects === mostRedirects) throw new Error(`stopped after ${mostRedirects} redirects`);
      step = next;
    }
  }

  /** A connection that was kept open may be closed by now: then a new one is tried. */
  async #send(step: Step): Promise<IncomingMessage> {
    const options = this.#optionsFor(step);
    for (;;) {
      const sent = this.#attempt(step, options);
      try {
        return await sent.answer;
      } catch (error) {
        if (!sent.request.reusedSocket || this.#signal.aborted) throw error;
      }
    }
  }

  #attempt(step: Step, options: RequestOptions) {
    const request = httpsRequest(options);
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    request.end(step.method === 'POST' ? this.#call.body : undefined);
    return { request, answer };
  }

  #optionsFor({ url, method }: Step): RequestOptions {
    const { body, userAgent, authority } = this.#call;
    const name = url.hostname.replace(/^\[|\]$/g, '');
    return {
      ...this.#placeOf(url, name),
      servername: isIP(name) === 0 ? name : '',
      path: `${url.pathname}${url.search}`,
      method,
      agent: this.#agent,
      signal: this.#signal,
      ...(authority !== undefined && trusting(authority)),
      checkServerIdentity: (_, certificate) => checkNames(name, certificate),
      headers: {
        host: url.host,
        accept: 'application/json, */*',
        'user-agent': userAgent,
        ...(method === 'POST' && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      },
    };
  }

  /** What stands for the Service of the call, or the host that the URL names. */
  #placeOf(url: URL, name: string): { host: string; port: number } {
    const { service, url: called } = this.#call;
    const port = Number(url.port || 443);
    if (service === undefined || url.host !== new URL(called).host) return { host: name, port };
    const address = addressOf(this.#addresses, service);
    if (address !== undefined) return { host: address.host, port: address.hostPort };
    if (service.external === undefined) throw new Error(service.unreachable);
    return { host: service.external, port };
  }
}

/** Returns undefined for an answer that is not a redirect. */
function redirected({ url, method }: Step, answer: IncomingMessage): Step | undefined {
  const { statusCode = 0, headers } = answer;
  if (headers.location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) {
    return undefined;
  }
  const next = new URL(headers.location, url);
  if (next.protocol !== 'https:') throw new Error(`unsupported protocol scheme "${next.protocol}"`);
  return { url: next, method: statusCode >= 307 ? method : 'GET' };
}

async function replyOf(answer: IncomingMessage): Promise<WebhookReply> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) throw new Error(`the answer is longer than ${longestBody} bytes`);
    chunks.push(chunk);
  }
  const contentType = answer.headers['content-type'] ?? '';
  return { status: answer.statusCode ?? 0, contentType, body: Buffer.concat(chunks).toString() };
}
