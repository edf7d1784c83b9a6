/**
 * All output of the command goes through here. Text for people contains names, notes and messages
 * of unknown origin: only our own colours may control the terminal.
 */
import { drawn } from './style.ts';

/** Control characters except line ends and tabs: C0, DEL and C1. */
const CONTROL = /[\0-\x08\v-\x1f\x7f-\x9f]/g;
const NAMES: Readonly<Record<string, string>> = { '\r': '\\r', '\b': '\\b', '\f': '\\f' };

/** Text that is safe for a terminal: control characters are escaped. */
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

/** Errors, and messages that accompany the output. */
export function printError(text: string): void {
  process.stderr.write(forTerminal(text));
}
