/** Client libraries in other languages: each runs a script that prints what it learned. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { isMissing, python, ruby, type MissingTool, type Tool } from './support/tools.ts';

interface Library {
  readonly tool: Tool | MissingTool;
  /** Script and what the interpreter needs before it. */
  readonly script: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

const support = join(import.meta.dirname, 'support');

const libraries: readonly Library[] = [
  {
    tool: python(),
    script: [join(support, 'python-client.py')],
    facts: {
      version: expect.stringMatching(/^v1\.24\.\d+$/),
      nodes: ['node-1', 'node-2'],
      strategic: { a: 'b', c: 'd' },
      'json patch': { a: 'b' },
      list: ['py'],
      delete: 'Success',
      gone: [404, 'NotFound'],
      ready: [2, 2],
      watch: ['ADDED', 'DELETED'],
      page: [1, 1],
      'next page': ['node-2'],
    },
  },
  {
    tool: ruby(),
    // Old libraries warn a lot on newer interpreters.
    script: ['-W0', join(support, 'ruby-client.rb')],
    facts: {
      nodes: ['node-1', 'node-2'],
      strategic: { a: 'b', c: 'd' },
      merge: { a: 'b' },
      list: ['rb'],
      delete: 'Success',
      gone: [404, 'configmaps "rb" not found'],
      ready: [2, 2],
      watch: ['ADDED', 'DELETED'],
      page: ['node-1'],
      'next page': ['node-2'],
    },
  },
];

let served: Served;
beforeAll(async () => {
  served = await serve('--nodes', '2');
}, serveTimeoutMs);
afterAll(() => served.stop(), serveTimeoutMs);

describe('client libraries', () => {
  for (const { tool, script, facts } of libraries) {
    if (isMissing(tool)) it.skip(`${tool.name} (skipped: ${tool.reason})`);
    else {
      it(`${tool.name} lists, watches, patches and deletes`, async () => {
        const env = environment(join(served.folder, tool.name));
        const outcome = await runToEnd(tool.path, [...script, served.kubeconfig], { env });
        expect(factsIn(outcome.stdout), outcome.stderr).toEqual(facts);
        expect(outcome.code, outcome.stderr).toBe(0);
      }, 30_000);
    }
  }
});

/** Lines of `{"fact": …, "value": …}`. */
function factsIn(output: string): Readonly<Record<string, unknown>> {
  const lines = output.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const { fact, value } = JSON.parse(line) as { fact: string; value: unknown };
      return [fact, value];
    }),
  );
}
