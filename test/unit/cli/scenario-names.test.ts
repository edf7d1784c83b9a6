/** Names of scenarios that are not quite right: what each command answers. */
import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/cli/lint/lint.ts';
import { list } from '../../../src/cli/list/list.ts';
import { open } from '../../../src/cli/open/open.ts';
import { openPast } from '../../../src/cli/past/open.ts';
import { run } from '../../../src/cli/run/run.ts';
import { scenarioFile } from '../../../src/cli/scenario-input.ts';
import { test } from '../../../src/cli/test/test.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

describe('the name of a scenario', () => {
  it.each([
    ['in part', 'daemonset/rolling', 'did you mean "daemonset/rolling-update"?'],
    ['with a slip', 'daemonset/rolling-updat', 'did you mean "daemonset/rolling-update"?'],
    ['without its topic', 'rolling-update', '"daemonset/rolling-update"'],
    ['without its topic, with a slip', 'skiped-runs', 'did you mean "cronjob/skipped-runs"?'],
    ['of a topic with a slip', 'deamonset', 'did you mean "daemonset"?'],
    ['that is like none', 'zzzzzzzzzz', '`orrery list` shows them'],
    ['that is too short to look for', 'x', '`orrery list` shows them'],
  ])('%s is answered with what may be meant', (_, name, hint) => {
    expect(() => scenarioFile(name)).toThrow(UsageError);
    expect(() => scenarioFile(name)).toThrow(hint);
  });

  it('that is in many names is answered with some of them', () => {
    expect(() => scenarioFile('set')).toThrow(
      /\(did you mean (?:"[\w-]+\/[\w-]+"(?:, )?){5} or \d+ more\?\)$/,
    );
  });

  it('that is a topic is answered with its scenarios', () => {
    expect(() => scenarioFile('daemonset')).toThrow(
      /^"daemonset" is a topic of the library; expected one of its scenarios: daemonset\/.*daemonset\/rolling-update/,
    );
  });

  it.each<[string, (name: string) => Promise<unknown>]>([
    ['run', (name) => run(name, { speed: 'max', output: 'text' })],
    ['test', (name) => test([name], { output: 'text' })],
    ['lint', (name) => lint([name], { output: 'text' })],
    ['open', (name) => open(name, {})],
    ['get and why', (name) => openPast({ run: name })],
  ])('with a slip is refused by %s, with the right one', async (_, ask) => {
    const hint = 'did you mean "daemonset/rolling-update"?';
    await expect(ask('daemonset/rolling-updat')).rejects.toThrow(hint);
  });

  it('of a topic with a slip is refused by list, with the right one', async () => {
    const listing = list(['daemonsets'], { output: 'text' });
    await expect(listing).rejects.toThrow('did you mean "daemonset"?');
  });
});
