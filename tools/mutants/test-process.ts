/**
 * The process that runs tests in the scratch copy, by Vitest. It keeps what Vitest has transformed, and
 * lets the files of a run share their modules, so that a run takes a second. It ends with its parent, and with it
 * what its tests have started: it leads a group of processes.
 *
 *     node test-process.js SCRATCH
 */
import { join, relative } from 'node:path';
import { createVitest, type TestCase, type TestModule, type TestSuite } from 'vitest/node';
import { machineTimers } from '#clock';
import type { RunReport, RunRequest, TestFileReport, TestReport } from './messages.ts';

const [, , scratch] = process.argv;
const root = scratch!;
process.chdir(root);

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    reporters: [{}],
    silent: true,
    update: false,
    setupFiles: [join(root, 'tools/mutants/reached.ts')],
    sequence: { sequencer: InOrder() },
  },
  { cacheDir: join(root, '.vite'), server: { watch: null } },
);
await vitest.standalone();

process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.on('message', (request: RunRequest) => {
  const stopWatching = endAfter(request.workLimitMs);
  void run(request).then((report) => {
    stopWatching();
    process.send!(report);
  });
});
process.send!('ready');

async function run({ changed, files, bail, testLimitMs }: RunRequest): Promise<RunReport> {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  forget();
  vitest.config.bail = bail ? 1 : 0;
  const [project] = vitest.projects;
  project!.config.testTimeout = testLimitMs;
  const specifications = files.map(({ file, names }) =>
    project!.createSpecification(
      join(root, file),
      names === undefined ? undefined : { testNamePattern: patternOf(names) },
    ),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return {
    files: testModules.map(fileReport),
    errors: unhandledErrors.map((error) => String((error as Error).message)),
  };
}

/** Ends the process when it has worked that long: a thread that never returns cannot be asked to stop. */
function endAfter(workMs: number): () => void {
  const before = process.cpuUsage();
  const timers = machineTimers();
  let stop = (): void => undefined;
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > workMs) process.exit();
    stop = timers.after(500, look);
  };
  look();
  return () => stop();
}

/** Takes away what came of earlier runs: Vitest would stop at their failures, and report them again. */
function forget(): void {
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.state.clearErrors();
}

function patternOf(names: readonly string[]): RegExp {
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^\\s*(?:${escaped.join('|')})$`);
}

function fileReport(module: TestModule): TestFileReport {
  return {
    file: relative(root, module.moduleId),
    broken: module.errors().length > 0,
    reached: reachedIn(module.meta()),
    tests: [...module.children.allTests()].flatMap(testReport),
  };
}

function testReport(test: TestCase): TestReport[] {
  const { state, errors } = test.result();
  if (state === 'skipped' || state === 'pending') return [];
  return [
    {
      name: nameOf(test),
      passed: state === 'passed',
      timedOut: isTimeOut(errors ?? []),
      ms: test.diagnostic()?.duration ?? 0,
      reached: reachedIn(test.meta()),
    },
  ];
}

function nameOf(test: TestCase | TestSuite): string {
  const { parent } = test;
  return parent.type === 'suite' ? `${nameOf(parent)} ${test.name}` : test.name;
}

function isTimeOut(errors: readonly { readonly message: string }[]): boolean {
  return errors.some(({ message }) => /^(?:Test|Hook) timed out in \d+ms/.test(message));
}

function reachedIn(meta: object): readonly number[] {
  return (meta as { reached?: readonly number[] }).reached ?? [];
}

/** Files run in the order they are asked for: the ones that take least time come first. */
function InOrder() {
  return class {
    sort<T>(files: T[]): T[] {
      return files;
    }
    shard<T>(files: T[]): T[] {
      return files;
    }
  };
}
