/** Commands that ask a server or list what there is, and how they refuse what they are given. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askClock } from '../../../src/cli/clock/clock.ts';
import { runExplore, type ExploreOptions } from '../../../src/cli/explore/explore.ts';
import { grade, type GradeOptions } from '../../../src/cli/grade/grade.ts';
import { open } from '../../../src/cli/open/open.ts';
import { scenarioInput, scenarioPath } from '../../../src/cli/scenario-input.ts';
import { openEtcd } from '../../../src/cli/serve/on-etcd.ts';
import type { ServeOptions } from '../../../src/cli/serve/options.ts';
import { SettingsError } from '../../../src/cli/serve/settings.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';

const out = captured('asking');
let complained = '';
beforeEach(() => {
  complained = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += text as string;
    return true;
  });
});

/** A server that answers so, while `use` runs. @returns what it was asked */
async function answering(
  status: number,
  answer: string,
  use: (kubeconfig: string) => Promise<void>,
): Promise<readonly unknown[]> {
  const asked: unknown[] = [];
  const server: Server = createServer((req: IncomingMessage, res) => {
    let body = '';
    req.on('data', (piece: Buffer) => (body += piece.toString()));
    req.on('end', () => {
      asked.push([req.method, req.url, req.headers.authorization, body]);
      res.writeHead(status).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await use(
    out.file(
      'kubeconfig',
      `current-context: c
contexts: [{ name: c, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: "${url}" } }]
users: [{ name: u, user: { token: secret } }]
`,
    ),
  );
  await new Promise((resolve) => server.close(resolve));
  return asked;
}

describe('the clock of a server', () => {
  const now = '2026-01-01T00:00:00.000Z';
  const state = (more: object): string => JSON.stringify({ now, speed: 1, ...more });

  it.each([
    ['text', state({ mode: 'manual' }), `${now}  manual\n`],
    ['text', state({ mode: 'paced' }), `${now}  realtime\n`],
    ['text', state({ mode: 'paced', speed: 60 }), `${now}  60x\n`],
    ['json', ` ${state({ mode: 'manual' })}\n`, `${state({ mode: 'manual' })}\n`],
  ] as const)('as %s: %s', async (output, answer, printed) => {
    const asked = await answering(200, answer, async (kubeconfig) => {
      const request = { method: 'POST', path: '/advance', body: { by: '5s' } };
      expect(await askClock(request, { kubeconfig, output })).toBe(0);
    });
    expect(out.printed).toBe(printed);
    expect(asked).toEqual([['POST', '/orrery/v1/clock/advance', 'Bearer secret', '{"by":"5s"}']]);
  });

  it.each([
    ['{"message":"time is over"}', 'time is over'],
    ['{"kind":"Status"}', '{"kind":"Status"}'],
    [' no JSON\n', 'no JSON'],
  ])('refuses with %j', async (answer, message) => {
    const asked = await answering(400, answer, async (kubeconfig) => {
      const request = { method: 'GET', path: '', body: undefined };
      expect(await askClock(request, { kubeconfig, output: 'text' })).toBe(2);
    });
    expect([out.printed, complained]).toEqual(['', `orrery clock: ${message}\n`]);
    expect(asked).toEqual([['GET', '/orrery/v1/clock', 'Bearer secret', '']]);
  });
});

describe('a page', () => {
  it.each<[string | undefined, object, string]>([
    [undefined, { port: -1 }, '--port: expected a number up to 65535'],
    [undefined, { port: 65_536 }, '--port: expected a number up to 65535'],
    [undefined, { port: 1.5 }, '--port: expected a number up to 65535'],
    [undefined, { seed: 1 }, '--seed and --set are for a scenario to play; name it'],
    [undefined, { set: { a: 1 } }, '--seed and --set are for a scenario to play; name it'],
    [
      undefined,
      { port: 65_535, kubeconfig: '/nothing' },
      '/nothing: there is no such file; or name a run to open',
    ],
  ])('of %s is not opened with %j', async (run, options, message) => {
    await expect(open(run, options)).rejects.toThrow(new UsageError(message));
  });

  it('is not opened where the server refuses', async () => {
    await answering(403, '{"message":"no"}', async (kubeconfig) => {
      await expect(open(undefined, { kubeconfig })).rejects.toThrow(
        new UsageError('no; or name a run to open'),
      );
    });
  });
});

describe('cases', () => {
  const options: GradeOptions = {
    ...{ list: true, suite: 'quick', nodes: 1, patience: 1, output: 'text' },
  };

  it('are listed by family', async () => {
    expect(await grade([], { ...options, case: ['deletion/'] })).toBe(0);
    expect(out.printed).toBe(`Deletions, finalizers, names that come again (deletion)
  16.1  What is deleted behind its back is made again
  16.4  Finalizers of other clients are kept
2 cases
`);
  });

  it('are listed in JSON', async () => {
    expect(await grade([], { ...options, suite: 'full', output: 'json' })).toBe(0);
    const all = JSON.parse(out.printed) as { number: string; title: string; suite: string }[];
    const { length } = all;
    const quick = all.filter(({ suite }) => suite === 'quick').length;
    expect([quick > 10, quick < length]).toEqual([true, true]);
    expect(await grade([], { ...options })).toBe(0);
    expect(out.printed.trim().split('\n').at(-1)).toBe(`${quick} cases`);
    const { number, title } = all.at(-1)!;
    for (const name of [number, title]) {
      expect(await grade([], { ...options, suite: 'full', case: [name] })).toBe(0);
      expect(out.printed.trim().split('\n').at(-1)).toBe('1 cases');
    }
  });

  it('are not played without a client', async () => {
    await expect(grade([], { ...options, list: false })).rejects.toThrow(
      new UsageError('expected the command of a client: orrery grade -- node my-informer.js'),
    );
    await expect(grade([], { ...options, case: ['nothing-like-it', 'x y z'] })).rejects.toThrow(
      new UsageError('no case of the quick suite has "nothing-like-it" or "x y z" in it'),
    );
  });
});

it('an exploration needs a client', async () => {
  const options = { plans: 1, within: 1, first: false, seed: 1, nodes: 1, patience: 1 };
  const exploring = (more: Partial<ExploreOptions>) =>
    runExplore([], { ...options, output: 'text', ...more });
  await expect(exploring({})).rejects.toThrow(
    new UsageError('expected the command of a client: orrery explore -- node operator.js'),
  );
});

describe('an etcd', () => {
  const pair = 'one needs the other';
  it.each<[Partial<ServeOptions>, string]>([
    [{ etcdCertfile: 'a' }, `--etcd-certfile, --etcd-keyfile: ${pair}`],
    [{ etcdKeyfile: 'a' }, `--etcd-certfile, --etcd-keyfile: ${pair}`],
    [{ etcdCafile: '/nothing' }, '--etcd-cafile /nothing: there is no such file'],
    [{ etcdCertfile: '/no', etcdKeyfile: '/key' }, '--etcd-certfile /no: there is no such file'],
    [{ etcdUser: 'a' }, `--etcd-user, --etcd-password-file: ${pair}`],
    [{ etcdPasswordFile: 'a' }, `--etcd-user, --etcd-password-file: ${pair}`],
    [
      { etcdUser: 'a', etcdPasswordFile: '/nothing' },
      '--etcd-password-file /nothing: there is no such file',
    ],
  ])('is refused with %j', async (options, message) => {
    const all = { etcd: ['http://127.0.0.1:1'], etcdPrefix: '/registry', etcdCompaction: 0 };
    await expect(openEtcd({ ...all, ...options } as ServeOptions, '10.0.0.1')).rejects.toThrow(
      new SettingsError(message),
    );
  });

  it('that is not there is refused', async () => {
    const options = { etcd: ['http://127.0.0.1:1'], etcdPrefix: '/registry', etcdCompaction: 0 };
    await expect(openEtcd(options as unknown as ServeOptions, '10.0.0.1')).rejects.toThrow(
      /^--etcd http:\/\/127\.0\.0\.1:1: /,
    );
  });
});

describe('a scenario', () => {
  const given = (...pieces: readonly Buffer[]): void => {
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(pieces) as never);
  };

  it('is read from standard input, up to 2 MiB and a piece', async () => {
    given(Buffer.from('name: '), Buffer.from('s\n'));
    expect(await scenarioInput('-')).toEqual({ file: '<stdin>', text: 'name: s\n' });
    const mib = Buffer.alloc(1_048_576, 'x');
    given(mib, mib, mib, mib);
    expect((await scenarioInput('-')).text).toHaveLength(3 * 1_048_576);
  });

  it('is one of the library by its name', async () => {
    const file = scenarioPath('daemonset/rolling-update');
    expect(file).toMatch(/\/scenarios\/daemonset\/rolling-update\.yaml$/);
    expect(await scenarioInput('daemonset/rolling-update')).toEqual({ file });
    expect(scenarioPath('daemonset')).toMatch(/\/scenarios\/daemonset$/);
    expect(['nothing', '../x', 'a/b/c'].map(scenarioPath)).toEqual(['nothing', '../x', 'a/b/c']);
    for (const [name, hint] of [
      ['daemonset/roling-update', 'did you mean "daemonset/rolling-update"?'],
      ['zzzzzzzzzz', '`orrery list` shows them'],
    ]) {
      const text = `there is no file "${name}", and no such scenario in the library (${hint})`;
      await expect(scenarioInput(name!)).rejects.toThrow(new UsageError(text));
    }
  });
});
