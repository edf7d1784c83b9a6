/** Faults of requests over HTTP: what strikes a request is answered in place of it, or after it. */
import { ServerResponse } from 'node:http';
import type { Failure, Faults } from '#faults';
import type { ObjectMeta } from '#types';
import { targetOf } from './fault-request.ts';
import { cutInHalf, throttle } from './broken-answer.ts';
import { readBody } from '../request/body.ts';
import { dispatchResource } from '../exchange/dispatch.ts';
import { Exchange } from '../exchange/exchange.ts';
import { serializerOf } from '../media/content-type.ts';
import { sendText } from '../answer/respond.ts';

/** Returns whether a request is to the simulator itself: nothing strikes it. */
export function drives(url: string): boolean {
  return url.startsWith('/orrery/');
}

/**
 * Passes on a request that nothing strikes.
 * @throws {ApiError} what strikes it
 */
export async function strikeExchange(
  exchange: Exchange,
  faults: Faults,
  pass: (unharmed: Exchange) => void,
): Promise<void> {
  if (needsBody(exchange)) exchange.body = await readBody(exchange.req);
  const struck = faults.strike(targetOf(exchange, await nameIn(exchange)));
  if (struck === undefined) {
    pass(exchange);
    return;
  }
  const { failure, isApplied, latencyMs, at, bytesPerSecond, warning, connection, by } = struck;
  exchange.trace?.faults.push(...by);
  const { res, server } = exchange;
  if (latencyMs > 0) await pause(exchange, latencyMs);
  if (bytesPerSecond !== undefined) throttle(res, bytesPerSecond, server.timers);
  if (warning !== undefined) exchange.warnings.add(warning);
  if (connection === 'cut') cutInHalf(res);
  if (connection === 'reset') {
    if (isApplied) await carryOut(exchange);
    res.destroy();
    return;
  }
  if (failure === undefined) {
    exchange.at = at;
    pass(exchange);
    return;
  }
  const { error } = failure;
  if (error.code === 410 && exchange.path.verb === 'watch') {
    exchange.failure = error;
    pass(exchange);
    return;
  }
  if (isApplied) await carryOut(exchange);
  answerStruck(exchange, failure);
}

/** The answer is written for no client: its connection gets something else. */
async function carryOut(exchange: Exchange): Promise<void> {
  if (!exchange.path.isResource) return;
  const unseen = new Exchange({ ...exchange, res: new ServerResponse(exchange.req) });
  unseen.body = exchange.body;
  unseen.trace = exchange.trace;
  await dispatchResource(unseen);
}

function pause({ server }: Exchange, ms: number): Promise<void> {
  return new Promise((resolve) => void server.timers.after(ms, resolve));
}

/** Returns what a creation names is in its body. */
function needsBody({ path }: Exchange): boolean {
  return path.verb === 'create' && path.name === '';
}

/**
 * Returns the name of the object; that of a body that cannot be read is reported where it is used.
 */
async function nameIn({ path, req, server, body }: Exchange): Promise<string> {
  const served = server.served.byResource(path.group, path.version, path.resource);
  if (body === undefined || served === undefined) return path.name;
  try {
    const serializer = await serializerOf(req.headers['content-type'], server.serializers);
    const { value } = await serializer.read(body, served);
    const { metadata } = value as { readonly metadata?: Partial<ObjectMeta> };
    return metadata?.name ?? metadata?.generateName ?? '';
  } catch {
    return '';
  }
}

function answerStruck({ req, res }: Exchange, { error, text }: Failure): void {
  if (text === undefined) throw error;
  const seconds = error.details?.retryAfterSeconds;
  if (seconds !== undefined) res.setHeader('Retry-After', String(seconds));
  sendText(req, res, error.code, text);
}
