/** A request to another API server, as v1.24's aggregator makes it. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { machineTimers } from '#clock';
import type { RemoteCall, RemoteReply } from '#api';
import type { WebhookAddress } from '#kinds';
import { checkNames, goText } from './go-errors.ts';
import { trusting } from './trusting.ts';

export async function callAddress(
  call: RemoteCall,
  { host, hostPort }: Pick<WebhookAddress, 'host' | 'hostPort'>,
  shown?: { readonly cert: string; readonly key: string },
): Promise<RemoteReply> {
  const { service, authority, isInsecure, isPlain, method, path, headers, body } = call;
  const { signal, giveUp, cancel } = patience(call);
  const servername = `${service.name}.${service.namespace}.svc`;
  const request = (isPlain === true ? httpRequest : httpsRequest)({
    host,
    port: hostPort,
    servername,
    method,
    path,
    signal,
    ...shown,
    headers: { ...headers } as Record<string, string | string[]>,
    rejectUnauthorized: !isInsecure,
    ...(authority !== undefined && trusting(authority)),
    checkServerIdentity: (_, certificate) => checkNames(servername, certificate),
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  // What goes wrong with the request is what goes wrong with its answer.
  if (body === undefined) request.end();
  else pipeline(body, request).catch(() => undefined);
  try {
    const message = await answer;
    message.on('close', cancel);
    return { status: message.statusCode ?? 0, headers: message.headers, body: message };
  } catch (error) {
    cancel();
    const why = giveUp.aborted ? 'context deadline exceeded' : goText(error);
    throw new Error(why, { cause: error });
  }
}

/** Ends a request when its caller is gone, or has waited long enough for the answer and its end. */
function patience({ signal, timeoutMs }: RemoteCall) {
  const late = new AbortController();
  const giveUp = late.signal;
  const cancel =
    timeoutMs === undefined
      ? () => undefined
      : machineTimers().after(timeoutMs, () => late.abort());
  return {
    signal: signal === undefined ? giveUp : AbortSignal.any([signal, giveUp]),
    giveUp,
    cancel,
  };
}
