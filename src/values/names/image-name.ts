/** Image names as v1.24 parses them: `[DOMAIN/]PATH[:TAG][@DIGEST]`. */

/** The maximum for domain and path together, in characters. */
const longestName = 255;
/** The domain of a name without one. */
const usualDomain = 'docker.io';
const usualFolder = 'library';

const domainPart = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/;
const pathPart = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
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
  const [first = '', ...others] = name.split('/');
  const hasDomain = others.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const parts = hasDomain
    ? others
    : [...(others.length === 0 ? [usualFolder] : []), first, ...others];
  const domain = hasDomain ? first : usualDomain;
  if (domain.length + 1 + parts.join('/').length > longestName) return false;
  return isDomain(domain) && parts.every((part) => pathPart.test(part));
}

function isDomain(domain: string): boolean {
  const [host = '', port, ...more] = domain.split(':');
  if (more.length > 0 || (port !== undefined && !/^\d+$/.test(port))) return false;
  return host.split('.').every((part) => domainPart.test(part));
}

function isDigest(digest: string): boolean {
  const colon = digest.indexOf(':');
  const size = digestSizes.get(digest.slice(0, Math.max(0, colon)));
  return digest.length - colon - 1 === size && /^[a-f0-9]+$/.test(digest.slice(colon + 1));
}
