/** Short names. Pure. */

/** The part of a pod's name that tells it from the others of its owner. */
export function shortName(key: string, owner: string | undefined): string {
  const name = nameOf(key);
  if (owner === undefined || name.length <= 7) return name;
  return name.split('-').at(-1)!;
}

/** Without the namespace. */
export function nameOf(key: string): string {
  return key.split('/').at(-1)!;
}

/** `web:2` as `2`. */
export function tagOf(image: string): string {
  return image.split(':').at(1) ?? image;
}

/** `Deployment default/web` as kind and key. */
export function objectOf(text: string): { readonly kind: string; readonly key: string } {
  const at = text.indexOf(' ');
  return { kind: text.slice(0, at), key: text.slice(at + 1) };
}

/** Thousands apart. */
export function numberText(value: number): string {
  return Math.abs(value) < 10_000
    ? String(Math.round(value * 100) / 100)
    : value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}
