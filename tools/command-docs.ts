/**
 * Writes docs/reference/commands.md from what the commands say with --help.
 *
 *     npm run build && node build/tools/command-docs.js
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { visibleCommands } from '../src/cli/completion/completion.ts';
import { makeProgram } from '../src/cli/program.ts';

/** Where the page is, relative to the repository. */
export const COMMANDS_PAGE = 'docs/reference/commands.md';

/** The text of the page. */
export function commandsPage(): string {
  const program = makeProgram();
  const parts = commandsBelow(program, '').map(
    ([path, command]) => `## ${path}\n\n${block(helpOf(command))}`,
  );
  const intro =
    'All commands with their options, as `orrery COMMAND --help` prints them. `orrery completion` makes shells ' +
    'complete\nthem.';
  return `# Commands\n\n${intro}\n\n${block(helpOf(program))}\n${parts.join('\n')}`;
}

/** A command's own commands with what is typed for them, each before its own. */
function commandsBelow(command: Command, before: string): readonly (readonly [string, Command])[] {
  const path = `${before} ${command.name()}`.trim();
  return visibleCommands(command).flatMap((sub) => [
    [`${path} ${sub.name()}`, sub] as const,
    ...commandsBelow(sub, path),
  ]);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => void (text += part),
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text;
}

function block(help: string): string {
  return `\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(COMMANDS_PAGE, commandsPage());
}
