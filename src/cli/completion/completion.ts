/** Completion scripts, generated from the declared commands. */
import type { Command } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** What can follow a command: `run` or `forecast cronjob`; the empty one is the program itself. */
interface Place {
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly description: string }[];
}

/** Returns a script for the shell to read. Other words complete to file names. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, '');
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places);
}

function placesOf(command: Command, path: string): readonly Place[] {
  const subs = visibleCommands(command);
  const commands = subs.map((sub) => ({
    word: sub.name(),
    description: sub.description(),
  }));
  const options = command.options.map(({ long, short, description }) => ({
    word: long ?? short!,
    description,
  }));
  const here = {
    path,
    words: [...commands, ...options, { word: '--help', description: 'Show help.' }],
  };
  const below = subs.flatMap((sub) => placesOf(sub, `${path} ${sub.name()}`.trim()));
  return [here, ...below];
}

/** Returns the commands below one, without those that only programs call. */
export function visibleCommands(command: Command): readonly Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter((sub) => visible.includes(sub));
}

function bashScript(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `# bash completion for orrery
_orrery() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    case "$path" in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [ -n "$words" ] || [ -z "$path" ] && break
    case "$path" in *' '*) path="\${path% *}" ;; *) path='' ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _orrery orrery
`;
}

/** zsh uses bash's. */
function zshScript(places: readonly Place[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(places)}`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) => {
    const condition =
      path === ''
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${path.split(' ').at(-1)}`;
    return words.map(({ word, description }) => {
      const text = description.replaceAll(/['\\]/g, '\\$&');
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c orrery -n '${condition}' ${what} -d '${text}'`;
    });
  });
  return `# fish completion for orrery\n${lines.join('\n')}\n`;
}
