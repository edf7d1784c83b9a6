/** A server that is filled until it refuses more: it continues, and has room again for what is deleted. */
import { finish, type Part } from './part.ts';
import { residentMib, startServe } from './serve.ts';
import { SoakClient } from './soak-client.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const heapMib = 300;
/** More than any heap of this size has room for. */
const most = 1500;
const rounds = 300;

/** By what is large in them. */
const objects: Readonly<Record<string, object>> = {
  'long texts': { text: 'y'.repeat(1_000_000) },
  'texts of two bytes a character': { text: '\u4e2d'.repeat(340_000) },
  'many keys': Object.fromEntries(
    Array.from({ length: 14_000 }, (_, n) => [`key-${n}`, 'x'.repeat(40)]),
  ),
};

export const fill: Part = {
  name: 'fill',
  about: `objects of 1 MB until a server with a heap of ${heapMib} MB refuses more, which must continue`,
  async run(_, log) {
    const problems: string[] = [];
    for (const [what, data] of Object.entries(objects)) {
      const nodeOptions = [`--max-old-space-size=${heapMib}`];
      const served = await startServe({ options: ['--nodes', '0', '--no-page'], nodeOptions });
      const client = new SoakClient(served.port);
      const create = (name: string) =>
        client.send('POST', configMaps, { metadata: { name }, data });
      try {
        let count = 0;
        let code = 201;
        for (; count < most && code === 201; count++) code = await create(`o${count}`);
        log(`${what}: ${count - 1} objects, then ${code}; ${residentMib(served)} MiB`);
        if (code !== 500) problems.push(`${what}: object ${count} is answered ${code}`);
        for (let n = 0; n < rounds && problems.length === 0; n++) {
          const name = `o${n % (count - 1)}`;
          const codes = [await client.send('DELETE', `${configMaps}/${name}`), await create(name)];
          if (codes.join() !== '200,201') problems.push(`${what}, round ${n}: ${codes.join()}`);
        }
        log(`${what}: ${rounds} rounds later ${residentMib(served)} MiB`);
      } catch (error) {
        problems.push(`${what}: ${(error as Error).message}`);
      } finally {
        client.close();
        problems.push(...(await finish(served)));
      }
    }
    return problems;
  },
};
