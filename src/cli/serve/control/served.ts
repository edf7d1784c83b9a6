/** From declared routes to what the server mounts: the routes themselves, their index, their document. */
import type { ExtraRoute, Order } from '#server';
import { openApiOf } from './openapi.ts';
import { root, route, type ControlRoute } from './route.ts';
import { fields, list } from '#forms';
import { map, readAs, text } from './forms.ts';

/** Parameters that clients add to any request. */
const usual: readonly string[] = ['timeout', 'pretty'];

const indexShape = fields({
  routes: list(
    fields({
      method: text({ doc: 'The method.', example: 'POST' }),
      path: text({ doc: 'The path.', example: '/orrery/v1/clock/advance' }),
      summary: text({ doc: 'What it does.', example: 'Let virtual time pass.' }),
    }),
    { doc: 'All routes of the control API.' },
  ),
});

/** Returns the routes with what describes them: `GET /orrery/v1` and `GET /orrery/v1/openapi`. */
export function servedRoutes(declared: readonly ControlRoute[]): readonly ExtraRoute[] {
  const routes: readonly ControlRoute[] = [
    route({
      method: 'GET',
      path: '',
      summary: 'List the routes of the control API.',
      answer: indexShape,
      handle: () => ({
        routes: routes.map(({ method, path, summary }) => ({ method, path: root + path, summary })),
      }),
    }),
    route({
      method: 'GET',
      path: '/openapi',
      summary: 'Describe the control API as an OpenAPI document.',
      answer: map({ doc: 'OpenAPI 3.0.' }),
      handle: () => openApiOf(routes),
    }),
    ...declared,
  ];
  return routes.map(served);
}

function served(each: ControlRoute): ExtraRoute {
  const { method, path, largestBody } = each;
  return { method, path: root + path, largestBody, handle: (order) => answer(each, order) };
}

function answer({ query, body, handle }: ControlRoute, order: Order): unknown {
  return handle({
    ...order,
    query: readAs(fields(query ?? {}), valuesOf(order.query), 'parameter'),
    body: body && readAs(body, order.body ?? {}),
  });
}

function valuesOf(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries([...query].filter(([name]) => !usual.includes(name)));
}
