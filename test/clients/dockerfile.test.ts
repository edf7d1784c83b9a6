/** The Dockerfile, read as a builder reads it: there is none in tests. Its health check is run. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve, serveTimeoutMs } from './support/serve.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Without comments, continued lines as one. */
const instructions: readonly Instruction[] = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [name = '', ...rest] = line.split(' ');
    return { name, rest: rest.join(' ') };
  });

const all = (name: string): readonly string[] =>
  instructions.filter((each) => each.name === name).map(({ rest }) => rest);

const lastStage = instructions.slice(instructions.map(({ name }) => name).lastIndexOf('FROM'));
const inLastStage = (name: string): readonly string[] =>
  lastStage.filter((each) => each.name === name).map(({ rest }) => rest);

const healthCheck = (): readonly string[] =>
  JSON.parse(inLastStage('HEALTHCHECK')[0]!.replace(/^.* CMD /, '')) as string[];

describe('the Dockerfile', () => {
  it('has instructions that there are', () => {
    const known = 'CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK RUN USER WORKDIR'.split(' ');
    for (const { name } of instructions) expect(known).toContain(name);
  });

  it('builds on a small image of a supported Node, by version', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const [, least] = /(\d+\.\d+)/.exec(engines.node)!;
    for (const image of all('FROM')) expect(image).toMatch(`node:${least!}-alpine`);
  });

  it('runs as an ordinary user, with signals reaching the server', () => {
    expect(inLastStage('USER')).toEqual(['node']);
    for (const name of ['ENTRYPOINT', 'CMD']) {
      expect(inLastStage(name)).toHaveLength(1);
      expect(JSON.parse(inLastStage(name)[0]!)).toBeInstanceOf(Array);
    }
  });

  it('copies what is there: the packed files, what they need, and no tools', () => {
    const { files } = JSON.parse(read('package.json')) as { files: readonly string[] };
    const copied = inLastStage('COPY').map((rest) => rest.split(' ')[1]!.replace('/src/', ''));
    expect(copied).toContain('dist');
    for (const name of copied) {
      const isKnown = files.some((file) => file === name || file.startsWith(`${name}/`));
      expect(isKnown || ['package.json', 'node_modules'].includes(name), name).toBe(true);
    }
    for (const source of ['package.json', 'package-lock.json', 'scenarios', 'src', 'tools']) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(read('.dockerignore').split('\n')).not.toContain(source);
    }
    expect(all('RUN').join('\n')).toContain('npm prune --omit=dev');
  });

  it('says which port it serves', () => {
    expect(inLastStage('EXPOSE')).toEqual(['6443']);
    expect(healthCheck().at(-1)).toContain('port: 6443');
  });

  it(
    'has a health check that knows a server that runs from one that does not',
    async () => {
      const served = await serve();
      const [command, ...args] = healthCheck().map((arg) =>
        arg.replace('6443', new URL(served.url).port),
      );
      const status = (): Promise<unknown> =>
        new Promise((done) => execFile(command!, args, (error) => done(error?.code ?? 0)));
      expect(await status()).toBe(0);
      await served.stop();
      expect(await status()).toBe(1);
    },
    2 * serveTimeoutMs,
  );
});
