/** Image names as v1.24 parses them: `[DOMAIN/]PATH[:TAG][@DIGEST]`. */

/** The maximum for domain and path together, in characters. */
const longestName = 255;
/** What a name without a domain begins with. */
const usualPrefix = 'docker.io/';
/** What a name without a folder has, too. */
const usualFolder = 'library/';

const domainText =
  /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*(?::\d+)?$/;
const pathText = /^[a-z0-9]+(?:(?:[._/]|__|-+)[a-z0-9]+)*$/;
const tagText = /^\w[\w.-]{0,127}$/;
const identifier = /^[a-f0-9]{64}$/;
const digestSizes: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/**
 * The tag of an image: `latest` where the name has neither tag nor digest, empty where it has a
 * digest only, and undefined for a name that is not valid.
 */
export function imageTag(image: string): string | undefined {
  const at = image.indexOf('@');
  const digest = at < 0 ? undefined : image.slice(at + 1);
  const tagged = at < 0 ? image : image.slice(0, at);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  const tag = colon < 0 ? undefined : tagged.slice(colon + 1);
  const name = colon < 0 ? tagged : tagged.slice(0, colon);
  if (identifier.test(image) || !isName(name)) return undefined;
  if (tag !== undefined && !tagText.test(tag)) return undefined;
  if (digest !== undefined && !isDigest(digest)) return undefined;
  return tag ?? (digest === undefined ? 'latest' : '');
}

function isName(name: string): boolean {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  const hasDomain = first === 'localhost' || first.includes('.') || first.includes(':');
  if (hasDomain) {
    const path = name.slice(slash + 1);
    return name.length <= longestName && pathText.test(path) && domainText.test(first);
  }
  const length = usualPrefix.length + (slash < 0 ? usualFolder.length : 0) + name.length;
  return length <= longestName && pathText.test(name);
}

function isDigest(digest: string): boolean {
  const colon = digest.indexOf(':');
  const size = digestSizes.get(digest.slice(0, Math.max(0, colon)));
  return digest.length - colon - 1 === size && /^[a-f0-9]+$/.test(digest.slice(colon + 1));
}
