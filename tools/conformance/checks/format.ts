/** How recordings are written: a line for each cause, so that a difference of two recordings can be read. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CheckCase, CheckedResource, CheckFile } from './case.ts';

export function readChecks(path: string): CheckFile {
  return JSON.parse(readFileSync(path, 'utf8')) as CheckFile;
}

export function writeChecks(path: string, { about, gates, resources }: CheckFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const head = `"about": ${JSON.stringify(about)}${gates === undefined ? '' : `,\n"gates": ${JSON.stringify(gates)}`}`;
  const text = `{\n${head},\n"resources": [\n${resources.map(resourceText).join(',\n')}\n]}\n`;
  writeFileSync(path, text);
}

function resourceText({ cases, ...resource }: CheckedResource): string {
  const members = Object.entries(resource).map(memberText);
  return `{${members.join(',\n ')},\n"cases": [\n${cases.map(caseText).join(',\n')}\n]}`;
}

function caseText(each: CheckCase): string {
  return ` {${Object.entries(each).map(memberText).join(',\n  ')}}`;
}

/** Lists of lines are written one below the other; all else on one line. */
function memberText([name, value]: [string, unknown]): string {
  if (Array.isArray(value) && name !== 'patch') return `"${name}": ${linesText(value)}`;
  const isAnswer = ['create', 'update', 'subresources', 'status', 'approval'].includes(name);
  if (!isAnswer || typeof value !== 'object') return `"${name}": ${JSON.stringify(value)}`;
  return `"${name}": {${Object.entries(value as object)
    .map(memberText)
    .join(',\n   ')}}`;
}

function linesText(lines: readonly unknown[]): string {
  return `[\n${lines.map((line) => `   ${JSON.stringify(line)}`).join(',\n')}]`;
}
