/**
 * All output of the command goes through here. Text for people contains names, notes and messages
 * of unknown origin: only our own colours may control the terminal.
 */
import { columnsOf, fitted, type Screen } from './fit.ts';
import { drawn } from './style.ts';

/** Control characters except line ends and tabs: C0, DEL and C1. */
const CONTROL = /[\0-\x08\v-\x1f\x7f-\x9f]/g;
const NAMES: Readonly<Record<string, string>> = { '\r': '\\r', '\b': '\\b', '\f': '\\f' };

/** Text that is safe for a terminal: control characters are escaped. */
export function forTerminal(text: string): string {
  return drawn(harmless(text));
}

/** Returns the same, no wider than the screen. */
export function onScreen(text: string, screen: Screen, mostRows?: number): string {
  const columns = columnsOf(screen);
  const whole = harmless(text);
  return drawn(columns === undefined ? whole : fitted(whole, columns, mostRows));
}

function harmless(text: string): string {
  return text.replace(CONTROL, (char) => NAMES[char] ?? codeOf(char));
}

function codeOf(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/**
 * Text for people: whole lines.
 * @param mostRows of a terminal that a line may take
 */
export function printText(text: string, mostRows?: number): void {
  process.stdout.write(onScreen(text, process.stdout, mostRows));
}

/** JSON, YAML and scripts, for programs: byte for byte. */
export function printData(text: string): void {
  process.stdout.write(text);
}

/** Errors, and messages that accompany the output. */
export function printError(text: string): void {
  process.stderr.write(onScreen(text, process.stderr));
}
