/** Values of command line options. */
import { InvalidArgumentError } from 'commander';

export function parseSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError('Expected a whole number, such as 7.');
  }
  return Number(text);
}

/** Collects `NAME=VALUE`; numbers and true/false are read as such. */
export function parseSetting(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Expected NAME=VALUE, such as nodes=10.');
  }
  return { ...before, [name]: scalarOf(value) };
}

function scalarOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
