import { formatIpv4, parseIpv4Range } from '#values';

/** Addresses for benchmarks: no machine on the internet has one of these. */
const range = parseIpv4Range('198.18.0.0/15')!;

/** Which address belongs to whom: each holder has one, and each address one holder. */
export class Addresses {
  readonly #byHolder = new Map<string, string>();
  readonly #taken = new Set<string>();
  #next = 1;

  /** Remembers what was given before; an address that another holder has stays its. */
  note(holder: string, address: string): void {
    if (this.#byHolder.get(holder) === address) return;
    this.free(holder);
    this.#byHolder.set(holder, address);
    this.#taken.add(address);
  }

  /** The address of the holder: a new one at first. Undefined when none is left. */
  give(holder: string): string | undefined {
    const present = this.#byHolder.get(holder);
    if (present !== undefined) return present;
    for (let tried = 1; tried < range.size; tried++) {
      const address = formatIpv4(range.base + this.#next);
      this.#next = (this.#next % (range.size - 1)) + 1;
      if (this.#taken.has(address)) continue;
      this.note(holder, address);
      return address;
    }
    return undefined;
  }

  free(holder: string): void {
    const address = this.#byHolder.get(holder);
    if (address === undefined) return;
    this.#byHolder.delete(holder);
    this.#taken.delete(address);
  }
}
