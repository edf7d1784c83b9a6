/**
 * Writes docs/reference/commands.md from what the commands say with --help: after `npm run build`.
 *
 *     node tools/command-docs.js           # write
 *     node tools/command-docs.js --check   # fail where the page is not what would be written
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

const page = 'docs/reference/commands.md';
const text = pageText();

if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error(`${page}: not what the commands say now; npm run generate writes it`);
  process.exitCode = 1;
}

function pageText() {
  const commands = commandsIn(helpOf()).map((name) => [name]);
  const all = commands.flatMap((path) => [
    path,
    ...commandsIn(helpOf(...path)).map((name) => [...path, name]),
  ]);
  const parts = all.map((path) => `## orrery ${path.join(' ')}\n\n${block(helpOf(...path))}`);
  const intro =
    'All commands with their options, as `orrery COMMAND --help` prints them. `orrery completion` makes shells ' +
    'complete\nthem.';
  return `# Commands\n\n${intro}\n\n${block(helpOf())}\n${parts.join('\n')}`;
}

function helpOf(...path) {
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '80' };
  return execFileSync(process.execPath, ['dist/orrery.js', ...path, '--help'], {
    encoding: 'utf8',
    env,
  });
}

/** The names in the list of commands of a help text, but for `help` itself. */
function commandsIn(help) {
  const list = /^Commands:\n((?: {2}.*\n)*)/m.exec(help)?.[1] ?? '';
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map((match) => match[1]);
  return names.filter((name) => name !== 'help');
}

function block(help) {
  return `\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`;
}
