/** What the options of `orrery serve` mean, checked before anything starts. */
import { readFileSync } from 'node:fs';
import { machineTime, type Millis, type Pace } from '#clock';
import { featureGates, KindRegistry, parseTime } from '#kinds';
import type { ControllerDefinition } from '#runtime';
import { readTokenFile } from '#server';

/** An option says what cannot be; with its name and what would do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The controllers that a list asks for, in their own order. @throws {SettingsError} */
export function chosenControllers(
  list: string,
  all: readonly ControllerDefinition[],
): readonly ControllerDefinition[] {
  if (list === 'none') return [];
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map(fullName);
  const known = all.map(({ name }) => name);
  for (const name of names) {
    const bare = name.replace(/^-/, '');
    if (bare === 'all' || bare === '*' || known.includes(bare)) continue;
    throw new SettingsError(
      `--controllers: no controller "${bare}"; there are ${known.join(', ')}`,
    );
  }
  const wanted = names.filter((name) => !name.startsWith('-'));
  const isAll = wanted.length === 0 || wanted.includes('all') || wanted.includes('*');
  return all.filter(({ name }) => (isAll || wanted.includes(name)) && !names.includes(`-${name}`));
}

/** Kinds' short names stand for their controllers: `-hpa`. */
function fullName(name: string): string {
  const minus = name.startsWith('-') ? '-' : '';
  const bare = name.slice(minus.length);
  const kind = new KindRegistry().byName(bare)?.kind.toLowerCase();
  return minus + (kind ?? bare);
}

/** `A=true,B=false` @throws {SettingsError} */
export function parseGates(text: string): Readonly<Record<string, boolean>> {
  const gates: [string, boolean][] = [];
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const [, name, value] = /^\s*(\w+)=(true|false)\s*$/.exec(part) ?? [];
    if (name === undefined) {
      throw new SettingsError(`--feature-gates: "${part}" is not NAME=true or NAME=false`);
    }
    gates.push([name, value === 'true']);
  }
  const overrides = Object.fromEntries(gates);
  try {
    featureGates(overrides);
  } catch (error) {
    throw new SettingsError(`--feature-gates: ${(error as Error).message}`);
  }
  return overrides;
}

/** Where simulated time begins that is not the wall's. */
const SIMULATED_START = '2026-01-01T00:00:00Z';

/** Virtual time at the start, in whole seconds. @throws {SettingsError} */
export function startTime(
  text: string | undefined,
  pace: Pace,
  ofScenario: Millis | undefined,
): Millis {
  if (text === undefined) {
    if (ofScenario !== undefined) return ofScenario;
    return pace === 1 ? Math.floor(machineTime() / 1000) * 1000 : parseTime(SIMULATED_START);
  }
  try {
    return parseTime(text);
  } catch (error) {
    throw new SettingsError(`--clock-start: ${(error as Error).message}`);
  }
}

/** @throws {SettingsError} */
export function tokensOf(file: string | undefined): ReturnType<typeof readTokenFile> {
  if (file === undefined) return [];
  try {
    return readTokenFile(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(`--token-auth-file ${file}: ${(error as Error).message}`);
  }
}
