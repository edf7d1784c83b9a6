/** Values of command line options. */
import { InvalidArgumentError } from 'commander';

export function parseSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError('Expected a whole number, such as 7.');
  }
  return Number(text);
}
