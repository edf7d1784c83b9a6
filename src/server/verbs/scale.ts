/** `/scale`: in a form of its own, whatever kind is scaled. */
import { scale as scaleKind, scaleOf, unknownPath, type KubeObject, type Scale } from '#kinds';
import { answerObject } from '../answer.ts';
import { contextOf, type Negotiated } from '../exchange.ts';
import type { Route } from '../route.ts';
import { refOf } from './read.ts';
import { readObject, readChange } from './write.ts';

export async function getScale(exchange: Negotiated, { served }: Route): Promise<void> {
  const { server } = exchange;
  const scale = await server.api.getScale(served.kind, refOf(exchange));
  await answerObject(exchange, server.served.formOf(scaleKind), 200, scale);
}

export async function updateScale(exchange: Negotiated, route: Route): Promise<void> {
  const { server } = exchange;
  const { object, options } = await readObject(
    exchange,
    server.served.formOf(scaleKind),
    'UpdateOptions',
  );
  const { kind } = route.served;
  const context = contextOf(exchange, options);
  const scale = object as unknown as Scale;
  await answer(
    exchange,
    route,
    await server.api.updateScale(context, kind, refOf(exchange), scale),
  );
}

export async function patchScale(exchange: Negotiated, route: Route): Promise<void> {
  const { change, options } = await readChange(exchange);
  const { kind } = route.served;
  const context = contextOf(exchange, options);
  const ref = refOf(exchange);
  await answer(exchange, route, await exchange.server.api.patchScale(context, kind, ref, change));
}

async function answer(exchange: Negotiated, { served }: Route, scaled: KubeObject): Promise<void> {
  const scale = scaleOf(served.kind, scaled);
  if (scale === undefined) throw unknownPath();
  await answerObject(exchange, exchange.server.served.formOf(scaleKind), 200, scale);
}
