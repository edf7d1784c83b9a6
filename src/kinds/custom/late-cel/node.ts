/** Rules in CEL, which Node has from the start. */
import * as rules from '../cel/index.ts';

export function cel(): typeof rules {
  return rules;
}

export async function loadCel(): Promise<void> {}
