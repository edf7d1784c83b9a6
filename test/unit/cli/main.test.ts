/** How the command ends, whatever a command throws. */
import { CommanderError } from 'commander';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captured } from '../../support/captured.ts';

// Modules are shared by all files of a worker: here they are loaded with the mocks, elsewhere without.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

const program = vi.hoisted(() => ({ thrown: undefined as unknown, names: [] as unknown[] }));
vi.mock('../../../src/cli/program.ts', () => ({
  makeProgram: (name: unknown) => {
    program.names.push(name);
    return {
      parseAsync: () =>
        program.thrown === undefined ? Promise.resolve() : Promise.reject(program.thrown as Error),
    };
  },
}));

captured('main');
let complained = '';
const listeners = new Map<NodeJS.WriteStream, readonly ((...args: unknown[]) => void)[]>();
const streams = [process.stdout, process.stderr];
beforeEach(() => {
  complained = '';
  vi.resetModules();
  for (const stream of streams)
    listeners.set(stream, stream.listeners('error') as ((...args: unknown[]) => void)[]);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += text as string;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(code);
  });
});
afterEach(() => {
  process.exitCode = undefined;
  for (const stream of streams) {
    stream.removeAllListeners('error');
    for (const listener of listeners.get(stream)!) stream.on('error', listener);
  }
});

class Exit extends Error {
  readonly code: unknown;

  constructor(code: unknown) {
    super(`exit ${String(code)}`);
    this.code = code;
  }
}

/** The exit code, and whether the process ends at once. */
async function ended(thrown: unknown): Promise<readonly [unknown, boolean]> {
  program.thrown = thrown;
  process.exitCode = undefined;
  try {
    await import('../../../src/cli/main.ts');
    return [process.exitCode, false];
  } catch (error) {
    if (error instanceof Exit) return [error.code, true];
    throw error;
  }
}

const named = (name: string, message: string, more = {}): Error =>
  Object.assign(new Error(message), { name, ...more });

describe('the command', () => {
  it('ends by itself', async () => {
    expect(await ended(undefined)).toEqual([undefined, false]);
    expect(program.names.at(-1)).toBe(process.argv[2]);
  });

  it.each<[unknown, number, boolean, string]>([
    [new CommanderError(0, 'commander.help', '(help)'), 0, false, ''],
    [new CommanderError(1, 'commander.unknownOption', 'unknown'), 2, false, ''],
    [named('ScenarioError', 's.yaml:1:1: bad'), 2, false, 's.yaml:1:1: bad\n'],
    [named('UsageError', 'bad'), 2, false, 'bad\n'],
    [named('QuestionError', 'bad'), 2, false, 'bad\n'],
    [named('DataError', 'bad'), 2, false, 'bad\n'],
    [named('Error', 'full', { code: 'ENOSPC', errno: -28 }), 2, true, 'orrery: full\n'],
    [named('Error', 'no', { code: 'EACCES', syscall: 'open' }), 2, true, 'orrery: no\n'],
    ['a text', 70, true, 'orrery: this is a defect: a text\n'],
    [
      named('Error', 'no', { code: 'ERR_X', stack: 'the stack' }),
      ...([70, true, 'orrery: this is a defect: the stack\n'] as const),
    ],
    [
      named('Error', 'no', { syscall: 'open', stack: 'the stack' }),
      ...([70, true, 'orrery: this is a defect: the stack\n'] as const),
    ],
    [
      named('TypeError', 'no', { stack: undefined }),
      ...([70, true, 'orrery: this is a defect: no\n'] as const),
    ],
    [
      { name: 'UsageError', code: 'EACCES', syscall: 'open' },
      ...([70, true, 'orrery: this is a defect: [object Object]\n'] as const),
    ],
  ])('that throws %s ends with %d', async (thrown, code, isAtOnce, text) => {
    expect(await ended(thrown)).toEqual([code, isAtOnce]);
    expect(complained).toBe(text);
  });

  it('whose record is full says what to do', async () => {
    const change = { bucket: 'pods', value: { metadata: { name: 'web', namespace: 'default' } } };
    const about = { file: 's.yaml', change, writes: 7, atMs: 61_000, bytes: 3_500_000 };
    expect(await ended(named('RecordFullError', 'full', about))).toEqual([4, false]);
    expect(complained).toBe(
      's.yaml: its 7 writes until 1:01.000 take more than the 3 MiB that may be kept (the last: pods default/web); ' +
        'end it earlier (orrery run --until), keep more (orrery run --history MiB), or allow Node more memory ' +
        '(NODE_OPTIONS=--max-old-space-size=MiB)\n',
    );
  });

  it.each([
    ['EPIPE', undefined, ''],
    ['ENOSPC', 2, 'orrery: cannot write the output: no\n'],
  ])('whose output fails with %s ends with %s', async (code, exit, text) => {
    await ended(undefined);
    const error = named('Error', 'no', { code });
    expect(() => process.stdout.emit('error', error)).toThrow(new Exit(exit));
    expect(complained).toBe(text);
    expect(process.stderr.emit('error', error)).toBe(true);
  });
});
