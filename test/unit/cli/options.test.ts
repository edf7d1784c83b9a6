/** The values of options that commands read: which they take, as what, and how they refuse the others. */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addClock } from '../../../src/cli/clock/command.ts';
import { addCompletion } from '../../../src/cli/completion/command.ts';
import { addControllers } from '../../../src/cli/controllers/command.ts';
import { addData } from '../../../src/cli/data/command.ts';
import { addDescribe } from '../../../src/cli/describe/command.ts';
import { addDiff } from '../../../src/cli/diff/command.ts';
import { addExplore } from '../../../src/cli/explore/command.ts';
import { addForecast } from '../../../src/cli/forecast/command.ts';
import { addGet } from '../../../src/cli/get/command.ts';
import { addGrade } from '../../../src/cli/grade/command.ts';
import { addImport } from '../../../src/cli/import/command.ts';
import { addInit } from '../../../src/cli/init/command.ts';
import { addLessons } from '../../../src/cli/lessons/command.ts';
import { addLint } from '../../../src/cli/lint/command.ts';
import { addList } from '../../../src/cli/list/command.ts';
import { addOpen } from '../../../src/cli/open/command.ts';
import { addRun } from '../../../src/cli/run/command.ts';
import { addServe } from '../../../src/cli/serve/command.ts';
import { addTest } from '../../../src/cli/test/command.ts';
import { addWhy } from '../../../src/cli/why/command.ts';

const commands = [
  addClock,
  addCompletion,
  addControllers,
  addData,
  addDescribe,
  addDiff,
  addExplore,
  addForecast,
  addGet,
  addGrade,
  addImport,
  addInit,
  addLessons,
  addLint,
  addList,
  addOpen,
  addRun,
  addServe,
  addTest,
  addWhy,
];

/** The command line with actions that do nothing. */
function commandLine(): Command {
  const program = new Command('orrery');
  for (const add of commands) add(program);
  const idle = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    command.action(() => undefined).allowExcessArguments();
    command.commands.forEach(idle);
  };
  program.commands.forEach(idle);
  return program.exitOverride();
}

function commandOf(program: Command, words: string): Command {
  return words
    .split(' ')
    .reduce((at, word) => at.commands.find((it) => it.name() === word)!, program);
}

/** The words, the option as it is typed, the values that it takes and as what, those that it refuses, and how. */
type Row = readonly [
  command: string,
  option: string,
  taken: Readonly<Record<string, unknown>>,
  refused: readonly string[],
  message: string,
];

const factors = { 2: 2, '0.5': 0.5, '999.999': 999.999 };
const noFactors = ['0', '-1', '1000', '1.2345', '1e2', '2x', ''];
const seeds = { 0: 0, 7: 7, '999999999999999': 999_999_999_999_999 };
const noSeeds = ['-1', '1.5', '1000000000000000', 'x', ''];
const ports = { 0: 0, 65535: 65_535 };
const noPorts = ['65536', '-1', '1.5', 'http', ''];
const intervals = { '1s': 1000, '15s': 15_000, '2m': 120_000, '3h': 10_800_000 };
const noIntervals = ['0s', '15', '1d', '1500ms', '-1s', ''];
const wholeNumber = 'Expected a whole number, such as 7.';
const mebibytes = 'Expected a number of MiB, 1 or more, such as 256.';
const interval = 'Expected a duration of at least a second, such as 15s or 1m.';
const port = 'Expected a port, 0 to 65535.';
const factor = 'Expected a factor such as 2.';
const setting = 'Expected NAME=VALUE, such as nodes=10.';

const rows: readonly Row[] = [
  [
    'grade',
    '--nodes',
    { 1: 1, 999: 999 },
    ['0', '1000', '-1', '1.5', ''],
    'Expected a number from 1 to 999.',
  ],
  ['grade', '--jobs', { 12: 12 }, ['0'], 'Expected a number from 1 to 999.'],
  ['grade', '--patience', factors, noFactors, factor],
  [
    'explore',
    '--plans',
    { 1: 1, 9999: 9999 },
    ['0', '10000', '-1', '1.5', ''],
    'Expected a number from 1 to 9999.',
  ],
  ['explore', '--within', { 60: 60 }, ['0'], 'Expected a number from 1 to 9999.'],
  ['explore', '--patience', factors, noFactors, factor],
  ['explore', '--seed', seeds, noSeeds, wholeNumber],
  ['run', '--seed', seeds, noSeeds, wholeNumber],
  [
    'run',
    '--set',
    { 'a=1': { a: '1' }, 'a=': { a: '' }, 'a=b=c': { a: 'b=c' } },
    ['a', '=1', ''],
    setting,
  ],
  ['run', '--history', { 1: 1, 9999999: 9_999_999 }, ['0', '-1', '1.5', '10000000', ''], mebibytes],
  [
    'run',
    '--speed',
    { max: 'max', 1: 1, '60x': 60, '0.5x': 0.5 },
    ['0', '0x', '-1x', 'x', '1X', 'fast', ''],
    'Expected max, or a factor such as 1x, 60x or 0.5x.',
  ],
  [
    'test',
    '--jobs',
    { 1: 1, 999: 999 },
    ['0', '1000', ''],
    'Expected a number of jobs, such as 4.',
  ],
  [
    'test',
    '--shard',
    { '1/4': { part: 1, of: 4 }, '4/4': { part: 4, of: 4 } },
    ['0/4', '5/4', '1/0', '1', '1/2/3', ''],
    'Expected a part of a whole, such as 1/4.',
  ],
  [
    'forecast cronjob',
    '--count',
    { 1: 1, 99999: 99_999 },
    ['0', '100000', 'x', ''],
    'Expected a number, such as 10.',
  ],
  [
    'clock advance',
    '',
    { '30s': 30, '1h30m': 5400, 90: 90, '0.5': 0.5, 0: 0 },
    ['-1', '1e10', 'soon', ' '],
    'Expected a duration such as 30s or 1h30m, or seconds such as 90.',
  ],
  ['serve', '--port', ports, noPorts, port],
  ['serve', '--page-port', ports, noPorts, port],
  ['serve', '--history', { 64: 64 }, ['0'], mebibytes],
  [
    'serve',
    '--etcd',
    { 'http://a:1, https://b:2/': ['http://a:1', 'https://b:2/'] },
    ['a:1', 'ftp://a', 'http://a/b', 'http://a,', ''],
    'Expected URLs of members with commas between, such as http://127.0.0.1:2379.',
  ],
  ['serve', '--etcd-compaction', { 0: 0, ...intervals }, noIntervals, interval],
  ['serve', '--event-ttl', intervals, ['0', ...noIntervals], interval],
  ['serve', '--metrics-interval', intervals, ['0', ...noIntervals], interval],
  ['serve', '--nodes', { 0: 0, 10000: 10_000 }, ['10001'], 'A cluster has at most 10000 nodes.'],
  ['serve', '--nodes', {}, ['-1', '1.5', 'many', ''], 'Expected a number, such as 3.'],
  ['serve', '--seed', seeds, noSeeds, 'Expected a number, such as 3.'],
  [
    'serve',
    '--clock',
    { realtime: 1, manual: 'manual', auto: 'auto', max: 'max', 60: 60, '0.5x': 0.5 },
    ['0', '-1x', 'x', 'fast', ''],
    'Expected realtime, manual, auto, max, or a factor such as 60x.',
  ],
  [
    'serve',
    '--outside',
    {
      off: 'off',
      'quiet=5ms': { quiet: 5, cap: 2000 },
      'cap=1s,quiet=1ms': { quiet: 1, cap: 1000 },
    },
    ['on', 'quiet', 'quiet=-1s', 'quiet=11m', 'quiet=1s,quiet=2s', ''],
    'Expected quiet=20ms,cap=2s, one of them, or off.',
  ],
];

describe('the value of', () => {
  describe.each(rows)('%s %s', (words, option, taken, refused, message) => {
    const read = (value: string): unknown => {
      const program = commandLine();
      const typed = option === '' ? ['--', value] : [`${option}=${value}`, 'file'];
      program.parse([...words.split(' '), ...typed], { from: 'user' });
      const command = commandOf(program, words);
      return option === '' ? command.processedArgs[0] : Object.values(givenOf(command)).at(-1);
    };
    it.each(Object.entries(taken))('%s is %j', (value, expected) => {
      expect(read(value)).toEqual(expected);
    });
    it.each(refused)('"%s" is refused', (value) => {
      expect(() => read(value)).toThrow(message);
    });
  });
});

/** Of the options, those of the command line. */
function givenOf(command: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
}

it('options that may be given several times keep all their values, in order', () => {
  const program = commandLine();
  program.parse(['run', 'x.yaml', '--set', 'a=1', '--set', 'b=2', '--set', 'a=3'], {
    from: 'user',
  });
  expect(commandOf(program, 'run').opts()).toMatchObject({ set: { a: '3', b: '2' } });
  program.parse(['grade', '--case', 'a', '--case', 'b'], { from: 'user' });
  expect(commandOf(program, 'grade').opts()).toMatchObject({ case: ['a', 'b'] });
});

describe('what help says', () => {
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  const told = commandLine().commands.flatMap(all);
  const named = (command: Command): string =>
    command.parent?.parent ? `${named(command.parent)} ${command.name()}` : command.name();

  it.each(told.map((command) => [named(command), command] as const))('of %s', (_, command) => {
    const texts = [
      ['itself', command.description()],
      ...command.options.map(({ flags, description }) => [flags, description]),
      ...command.registeredArguments.map(({ description }, index) => [
        `argument ${index}`,
        description,
      ]),
    ];
    expect(texts.filter(([, description]) => !/^[a-zA-Z"'@].{5,}/.test(description!))).toEqual([]);
    expect(command.description()).toMatch(/^[A-Z].*\.$/);
  });
});
