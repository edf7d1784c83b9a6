import type { Subresource } from '#kinds';
import { contextOf, type Exchange } from '../exchange/exchange.ts';
import type { Route } from '../request/route.ts';
import { refOf } from './read.ts';

/** Asks admission about a connection, before anything else of it is looked at. @throws {ApiError} */
export function admitConnection(
  exchange: Exchange,
  { served: { kind }, subresource }: Route,
): Promise<void> {
  const { server, path } = exchange;
  const context = contextOf(exchange, { dryRun: false, fieldManager: '' });
  const options = optionsOf(exchange, subresource!.options!);
  const about = { kind, ref: refOf(exchange), subresource: path.subresource, options };
  return server.api.admitConnection(context, about);
}

type Options = NonNullable<Subresource['options']>;
type Field = Options['fields'][string];

/** Those that are given. */
function optionsOf(exchange: Exchange, { fields }: Options): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(fields)) {
    const value = readers[type](exchange, name);
    if (value !== undefined) options[name] = value;
  }
  return options;
}

const readers: Readonly<Record<Field, (exchange: Exchange, name: string) => unknown>> = {
  flag: ({ query }, name) => query.flag(name) || undefined,
  text: ({ query }, name) => query.get(name) || undefined,
  texts: ({ query }, name) => someOf(query.all(name)),
  numbers: ({ query }, name) => someOf(query.all(name).map(Number).filter(Number.isInteger)),
  /** What follows the subresource. */
  rest: ({ path }) => path.path.split(`/${path.name}/${path.subresource}/`, 2)[1] || undefined,
};

function someOf<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}
