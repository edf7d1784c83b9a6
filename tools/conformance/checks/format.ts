/** How recordings are written: a line for each cause, so that a difference of two recordings can be read. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CheckCase, CheckedResource, CheckFile } from './case.ts';

export function readChecks(path: string): CheckFile {
  return JSON.parse(readFileSync(path, 'utf8')) as CheckFile;
}

export function writeChecks(path: string, { about, resources }: CheckFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = `{\n"about": ${JSON.stringify(about)},\n"resources": [\n${resources.map(resourceText).join(',\n')}\n]}\n`;
  writeFileSync(path, text);
}

function resourceText({ title, path, object, cases }: CheckedResource): string {
  const head = [`"title": ${JSON.stringify(title)}`, `"path": ${JSON.stringify(path)}`];
  const lines = [...head, `"object": ${JSON.stringify(object)}`].join(',\n');
  return `{${lines},\n"cases": [\n${cases.map(caseText).join(',\n')}\n]}`;
}

function caseText(each: CheckCase): string {
  const members = Object.entries(each).map(([name, value]: [string, unknown]) => {
    const isList = name !== 'change' && Array.isArray(value);
    const text = isList
      ? `[\n${value.map((line) => `   ${JSON.stringify(line)}`).join(',\n')}]`
      : JSON.stringify(value);
    return `"${name}": ${text}`;
  });
  return ` {${members.join(',\n  ')}}`;
}
