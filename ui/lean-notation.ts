/**
 * Returns the source of types (`*.api.ts`) as the engine needs it: it publishes no types and encodes nothing, so what they mean
 * in words and their numbers in protobuf are left out.
 */
export function leanNotation(source: string): string {
  return source
    .replaceAll(/^ *\/\/.*\n/gm, '')
    .replaceAll(/ #\d[\d.]*/g, '')
    .replaceAll(/^ +/gm, ' ');
}
