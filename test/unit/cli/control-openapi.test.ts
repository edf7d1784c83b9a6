/** What the control API says about itself: every route with its parameters, bodies and answers. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiOf } from '../../../src/cli/serve/control/openapi.ts';
import { controlRoutes, type Controlled } from '../../../src/cli/serve/control/table.ts';

const routesOf = (isShared: boolean) =>
  controlRoutes({
    simulator: { record: {} },
    isShared,
  } as unknown as Controlled);

it('is as its document says', async () => {
  const { paths, ...rest } = (await openApiOf(routesOf(false))) as {
    readonly paths: object;
    readonly components: { readonly schemas: object };
  };
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as object).map(
      ([method, operation]) => `${method} ${path} ${JSON.stringify(operation)}`,
    ),
  );
  const { schemas, ...others } = rest.components;
  const about = JSON.stringify({
    ...rest,
    components: { ...others, schemas: Object.keys(schemas) },
  });
  await expect(`${[...lines, about].join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'control-openapi.txt'),
  );
});

it('does not move the clock of servers that share an etcd', () => {
  for (const { method, path, handle } of routesOf(true)) {
    if (!path.startsWith('/clock') || method === 'GET') continue;
    expect(() => handle({} as never), path).toThrow("the machine's clock");
  }
});
