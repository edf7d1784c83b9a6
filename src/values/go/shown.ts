import { goJson } from './json.ts';

/**
 * A value as messages print it: as Go code until 1.33, as JSON from 1.34. Most text and numbers are
 * the same in both.
 */
export type Shown = string | TwoForms;

export interface TwoForms {
  readonly go: string;
  readonly json: string;
}

/** Makes the message of a value, given how values are printed. */
export type MakeMessage = (print: (shown: Shown) => string) => string;

/** Prints a value as Go code. */
export function goOf(shown: Shown): string {
  return typeof shown === 'string' ? shown : shown.go;
}

/** Prints a value as JSON. */
export function jsonOf(shown: Shown): string {
  return typeof shown === 'string' ? shown : shown.json;
}

/** Returns a value that Go prints in a form of its own: its JSON is made when it is printed. */
export function inGo(go: string, value: unknown): TwoForms {
  return {
    go,
    get json(): string {
      return goJson(value ?? null);
    },
  };
}

/** What is not there. */
export const shownNull: Shown = { go: '"null"', json: 'null' };
