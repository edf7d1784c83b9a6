/** Names of template revisions: the hash of a pod template and the text that a revision stores. */
import { utf8Bytes } from '../text/bytes.ts';
import { goJson } from '../go/json.ts';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
/** A collision count is hashed in eight bytes: 32 bits, lowest first, then zeros. */
const collisionCountBytes = 8;

/** 32-bit FNV-1a of the UTF-8 bytes of a text, as an unsigned number. */
export function fnv1a32(text: string): number {
  return extendHash(fnvOffset, utf8Bytes(text));
}

/**
 * Encodes a text with 27 characters that form no words and are valid in object names; every
 * character is replaced, so equal texts stay equal, but different ones may collide.
 */
export function safeEncode(text: string): string {
  let encoded = '';
  for (const character of text) encoded += alphabet[character.codePointAt(0)! % alphabet.length]!;
  return encoded;
}

/**
 * The value of `controller-revision-hash` and `pod-template-hash` for a serialized template.
 * `collisionCount` is from the owner's status, once a name was taken.
 */
export function templateHash(serialized: string, collisionCount?: number): string {
  let hash = fnv1a32(serialized);
  if (collisionCount !== undefined) hash = extendHash(hash, collisionBytes(collisionCount));
  return safeEncode(String(hash));
}

/**
 * The text of a template that is hashed: JSON with sorted keys, without absent and null fields.
 * Kubernetes hashes a dump of its Go types instead, so its hashes for the same template differ.
 */
export function serializeTemplate(template: object): string {
  return goJson(template, (value) => value != null);
}

/**
 * The text stored in the `data` of a ControllerRevision: a strategic merge patch that replaces the
 * template. The template must be given as the API shows it, with `creationTimestamp: null` in its
 * metadata.
 */
export function revisionData(template: object): string {
  const patch = { spec: { template: { ...template, $patch: 'replace' } } };
  return goJson(patch);
}

function extendHash(start: number, bytes: Uint8Array): number {
  let hash = start;
  for (let index = 0; index < bytes.length; index++) {
    hash = Math.imul(hash ^ bytes[index]!, fnvPrime);
  }
  return hash >>> 0;
}

function collisionBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(collisionCountBytes);
  new DataView(bytes.buffer).setUint32(0, count, true);
  return bytes;
}
