/**
 * The one door of what the command prints. Text for people holds names, notes and messages that
 * anybody may have written: a terminal must obey nothing in it but our own colours.
 */
import { drawn } from './style.ts';

/** What terminals obey, but for line ends and tabs: C0, DEL and C1. */
const CONTROL = /[\0-\x08\v-\x1f\x7f-\x9f]/g;
const NAMES: Readonly<Record<string, string>> = { '\r': '\\r', '\b': '\\b', '\f': '\\f' };

/** Text as it may go to a terminal: control characters as they are written in programs. */
export function forTerminal(text: string): string {
  return drawn(text.replace(CONTROL, (char) => NAMES[char] ?? codeOf(char)));
}

function codeOf(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Text for people, as it is. */
export function printText(text: string): void {
  process.stdout.write(forTerminal(text));
}

/** JSON, YAML and scripts, for programs: byte for byte. */
export function printData(text: string): void {
  process.stdout.write(text);
}

/** What goes wrong, or only accompanies the output. */
export function printError(text: string): void {
  process.stderr.write(forTerminal(text));
}
