/** The expressions by which classes and claims select devices. */
import {
  CelError,
  CelMap,
  CostExceeded,
  DeviceSelectorCompiler,
  Meter,
  quantityValue,
  semverValue,
  type Compiled,
  type Value,
} from '#cel';
import { hasEnabled, type Profile } from '#kinds';
import type { resourceV1 } from '#types';
import { DeviceError, NoAnswer } from './error.ts';

type Device = resourceV1.Device;

const mostPerSelector = 1_000_000;
const hint =
  'consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields';
/** Compiles and evaluates selectors; each text once. */
export class DeviceSelectors {
  readonly #compiler: DeviceSelectorCompiler;
  readonly #isHinted: boolean;
  readonly #compiled = new Map<string, Compiled | DeviceError>();

  constructor(profile: Profile) {
    const has = (name: string): boolean => hasEnabled(profile, name);
    this.#compiler = new DeviceSelectorCompiler(has);
    this.#isHinted = profile.enabled('DeviceErrorsInFull');
  }

  /** @throws {DeviceError} for an expression that cannot be compiled, or has no answer */
  selects(expression: string, driver: string, device: Device): boolean {
    const program = this.#programOf(expression);
    const meter = new Meter(true, mostPerSelector);
    let found: Value;
    try {
      found = program.run({ variables: [valueOf(driver, device)], meter });
    } catch (error) {
      if (!(error instanceof CostExceeded)) throw error;
      found = new CelError('actual cost limit exceeded');
    }
    if (found instanceof CelError) throw new NoAnswer(this.#faultOf(found.message));
    return found === true;
  }

  #faultOf(message: string): string {
    const isHinted = this.#isHinted && message.includes('no such key:');
    return `CEL runtime error: ${message}${isHinted ? `. ${hint}` : ''}`;
  }

  #programOf(expression: string): Compiled {
    let found = this.#compiled.get(expression);
    if (found === undefined) {
      found = this.#compile(expression);
      this.#compiled.set(expression, found);
    }
    if (found instanceof DeviceError) throw found;
    return found;
  }

  #compile(expression: string): Compiled | DeviceError {
    const found = this.#compiler.compile(expression);
    return typeof found === 'string' ? new DeviceError(`CEL compile error: ${found}`) : found;
  }
}

function valueOf(driver: string, device: Device): Value {
  return mapOf([
    ['driver', driver],
    ['allowMultipleAllocations', device.allowMultipleAllocations ?? false],
    ['attributes', byDomain(device.attributes, driver, attributeValue)],
    ['capacity', byDomain(device.capacity, driver, ({ value }) => quantityValue(value))],
  ]);
}

/** Returns maps by domain; for a domain that the device does not have, an empty one. */
function byDomain<T>(
  input: Readonly<Record<string, T>> = {},
  driver: string,
  valueOf: (one: T) => Value,
): Value {
  const domains = new Map<string, (readonly [string, Value])[]>();
  for (const [name, one] of Object.entries(input)) {
    const [domain, id] = qualified(name, driver);
    domains.set(domain, [...(domains.get(domain) ?? []), [id, valueOf(one)]]);
  }
  const pairs = Array.from(domains, ([domain, values]) => [domain, mapOf(values)] as const);
  return CelMap.withDefault(pairs, mapOf([]));
}

function mapOf(pairs: readonly (readonly [string, Value])[]): Value {
  return CelMap.of(pairs);
}

/** Returns domain and name of an attribute; one without a domain is the driver's. */
export function qualified(name: string, driver: string): readonly [domain: string, id: string] {
  const slash = name.indexOf('/');
  return slash < 0 ? [driver, name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function attributeValue({ int, bool, string, version }: resourceV1.DeviceAttribute): Value {
  if (int != null) return BigInt(int);
  if (bool != null) return bool;
  if (string != null) return string;
  return version == null ? new CelError('unsupported attribute value') : semverValue(version);
}
