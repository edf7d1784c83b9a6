/** Completion scripts: what each shell offers behind which words. */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../../src/cli/completion/completion.ts';
import { listed, targetText } from '../../../src/scenario/shape/node-target.ts';

function program(): Command {
  const top = new Command('orrery').option('--quiet', "Don't talk.").option('-x', 'Short.');
  const forecast = top.command('forecast').description('Says when.');
  forecast.command('cronjob').description('Of a CronJob.').option('--for <span>', 'How long.');
  return top;
}

describe('a completion script', () => {
  it('of bash has the words behind each command', () => {
    const script = completionScript(program(), 'bash');
    expect(script.split('\n')[0]).toBe('# bash completion for orrery');
    expect(script.split('\n').filter((line) => line.includes(') words='))).toEqual([
      "      '') words='forecast --quiet -x --help' ;;",
      "      'forecast') words='cronjob --help' ;;",
      "      'forecast cronjob') words='--for --help' ;;",
    ]);
    expect(script).toContain('complete -o default -F _orrery orrery\n');
  });

  it('of zsh is that of bash', () => {
    expect(completionScript(program(), 'zsh')).toBe(
      `autoload -U +X bashcompinit && bashcompinit\n${completionScript(program(), 'bash')}`,
    );
  });

  it('of fish has a line for each word', () => {
    const top = "complete -c orrery -n '__fish_use_subcommand'";
    const below = (name: string): string =>
      `complete -c orrery -n '__fish_seen_subcommand_from ${name}'`;
    expect(completionScript(program(), 'fish').split('\n')).toEqual([
      '# fish completion for orrery',
      `${top} -a forecast -d 'Says when.'`,
      `${top} -l quiet -d 'Don\\'t talk.'`,
      `${top} -a -x -d 'Short.'`,
      `${top} -l help -d 'Show help.'`,
      `${below('forecast')} -a cronjob -d 'Of a CronJob.'`,
      `${below('forecast')} -l help -d 'Show help.'`,
      `${below('cronjob')} -l for -d 'How long.'`,
      `${below('cronjob')} -l help -d 'Show help.'`,
      '',
    ]);
  });
});

describe('nodes in words', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i + 1}`);
  it.each([
    [0, ''],
    [1, 'n1'],
    [8, 'n1, n2, n3, n4, n5, n6, n7, n8'],
    [9, 'n1, n2, n3, n4, n5, n6, n7, n8 and 1 more'],
    [20, 'n1, n2, n3, n4, n5, n6, n7, n8 and 12 more'],
  ])('%i of them', (count, text) => {
    expect(listed(names(count))).toBe(text);
    expect(targetText({ nodes: names(count) })).toBe(text);
  });

  it.each([
    [{ node: 'a' }, 'a'],
    [{ group: 'workers' }, 'group workers'],
    [{ selector: { disk: 'ssd', zone: 'a' } }, 'nodes with disk=ssd,zone=a'],
  ])('%j', (target, text) => {
    expect(targetText(target)).toBe(text);
  });
});
