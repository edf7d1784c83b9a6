/** Values of command line options. */
import { InvalidArgumentError } from 'commander';

export function parseSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError('Expected a whole number, such as 7.');
  }
  return Number(text);
}

/** Collects `NAME=VALUE`, values as text: the scenario declares each variable's type. */
export function parseSetting(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Expected NAME=VALUE, such as nodes=10.');
  }
  return { ...before, [name]: value };
}

/** Returns an amount of memory. */
export function parseMebibytes(text: string): number {
  const mebibytes = Number(text);
  if (/^\d{1,7}$/.test(text) && mebibytes >= 1) return mebibytes;
  throw new InvalidArgumentError('Expected a number of MiB, 1 or more, such as 256.');
}

/** Returns how many pods one object may have. */
export function parsePodsPerObject(text: string): number {
  const pods = Number(text);
  if (/^\d{1,8}$/.test(text) && pods >= 1) return pods;
  throw new InvalidArgumentError('Expected a number of pods, 1 or more, such as 100000.');
}

/** Returns what waiting times are multiplied by. */
export function parseFactor(text: string): number {
  const factor = Number(text);
  if (/^\d{1,3}(?:\.\d{1,3})?$/.test(text) && factor > 0) return factor;
  throw new InvalidArgumentError('Expected a factor such as 2.');
}

/** Returns the values of an option that may be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
