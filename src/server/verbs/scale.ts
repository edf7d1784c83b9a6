/** `/scale`: in a form of its own, whatever kind is scaled. */
import { scale as scaleKind, scaleOf, unknownPath, type KubeObject } from '#kinds';
import { answerObject } from '../answer.ts';
import { contextOf, type Negotiated } from '../exchange.ts';
import type { Route } from '../route.ts';
import { refOf } from './read.ts';
import { aboutOf, readChange, readObject } from './write.ts';

export async function getScale(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server } = exchange;
  const { kind } = served;
  const request = { verb: 'get', kind, ref: refOf(exchange), subresource: 'scale' } as const;
  const scale = await server.api.read(request);
  await answerObject(exchange, server.served.formOf(scaleKind), 200, scale);
}

export async function updateScale(exchange: Negotiated, route: Route): Promise<void> {
  const { server } = exchange;
  const { object, options } = await readObject(
    exchange,
    server.served.formOf(scaleKind),
    'UpdateOptions',
  );
  const context = contextOf(exchange, options);
  const about = aboutOf(exchange, route);
  const written = await server.api.call(context, { verb: 'update', ...about, body: object });
  await answer(exchange, route, written.object);
}

export async function patchScale(exchange: Negotiated, route: Route): Promise<void> {
  const { change, options } = await readChange(exchange);
  const context = contextOf(exchange, options);
  const request = { verb: 'patch', ...aboutOf(exchange, route), patch: change } as const;
  const written = await exchange.server.api.call(context, request);
  await answer(exchange, route, written.object);
}

async function answer(exchange: Negotiated, { served }: Route, scaled: KubeObject): Promise<void> {
  const scale = scaleOf(served.kind, scaled);
  if (scale === undefined) throw unknownPath();
  await answerObject(exchange, exchange.server.served.formOf(scaleKind), 200, scale);
}
