/** Constraints of claims: devices that must have the same value of an attribute. */
import { deepEqual } from '#values';
import type { resourceV1 } from '#types';
import type { Located } from './pools.ts';
import type { DeviceOption } from './requests.ts';

type DeviceAttribute = resourceV1.DeviceAttribute;

export class MatchConstraint {
  /** With its domain. */
  readonly attribute: string;
  readonly #requests: ReadonlySet<string>;
  #value: DeviceAttribute | undefined;
  #count = 0;

  constructor({ matchAttribute, requests = [] }: resourceV1.DeviceConstraint) {
    this.attribute = matchAttribute!;
    this.#requests = new Set(requests);
  }

  /** Without requests it is about all of them. */
  concerns({ name, request }: DeviceOption): boolean {
    return this.#requests.size === 0 || this.#requests.has(request) || this.#requests.has(name);
  }

  /** Whether a device with that value may be beside those that there are. */
  admits(value: DeviceAttribute | undefined): boolean {
    return value !== undefined && (this.#count === 0 || deepEqual(value, this.#value));
  }

  add(value: DeviceAttribute): void {
    this.#value = value;
    this.#count++;
  }

  remove(): void {
    this.#count--;
  }
}

/** Returns an attribute of a device; those of the driver may be without its domain. */
export function attributeOf(
  { device, driver }: Located,
  name: string,
): DeviceAttribute | undefined {
  const own = `${driver}/`;
  const { attributes = {} } = device;
  return (
    attributes[name] ?? (name.startsWith(own) ? attributes[name.slice(own.length)] : undefined)
  );
}
