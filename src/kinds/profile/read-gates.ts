/** How a server reads `--feature-gates`, in its words where it cannot. */

/** As Go reads them. */
const truths: Readonly<Record<string, boolean>> = {
  ...{ 1: true, t: true, T: true, TRUE: true, true: true, True: true },
  ...{ 0: false, f: false, F: false, FALSE: false, false: false, False: false },
};

/** Reads a value as Go does. @throws {RangeError} in Go's words */
export function readTruth(text: string): boolean {
  if (Object.hasOwn(truths, text)) return truths[text]!;
  throw new RangeError(`strconv.ParseBool: parsing "${text}": invalid syntax`);
}

/**
 * Reads which gates differ from their defaults: `A=true,B=false`.
 * @throws {RangeError} for a gate without a value, and for a value that is neither true nor false
 */
export function readGates(text: string): Readonly<Record<string, boolean>> {
  const parts = text.split(',').map((part) => part.trim());
  return Object.fromEntries(parts.filter((part) => part !== '').map(readGate));
}

function readGate(part: string): [gate: string, isOn: boolean] {
  const [gate, ...values] = part.split('=').map((each) => each.trim()) as [string, ...string[]];
  if (values.length === 0) throw new RangeError(`missing bool value for ${gate}`);
  const value = values.join('=');
  try {
    return [gate, readTruth(value)];
  } catch (error) {
    const why = (error as RangeError).message;
    throw new RangeError(`invalid value of ${gate}=${value}, err: ${why}`, { cause: error });
  }
}
