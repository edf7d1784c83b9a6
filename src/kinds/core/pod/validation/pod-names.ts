/** Checks of how pods resolve names: their DNS settings and host aliases. */
import {
  checkEach,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  showStrings,
  parseIp,
  checkDns1123Subdomain,
  isSince,
} from '#values';
import type { HostAlias, PodSpec } from '#types';

const mostServers = 3;
const mostSearches = 6;
const longestSearches = 256;
function badIp(errors: FieldErrors): string {
  return isSince(errors, 'AddressesByExample')
    ? 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    : 'must be valid IP address';
}

/** `field` is the path of the spec. */
export function validateDns(
  errors: FieldErrors,
  { dnsConfig, dnsPolicy }: PodSpec,
  field: string,
): void {
  const at = `${field}.dnsConfig`;
  if (dnsPolicy === 'None' && (dnsConfig?.nameservers ?? []).length === 0) {
    errors.push(
      dnsConfig == null
        ? required(at, 'must provide `dnsConfig` when `dnsPolicy` is None')
        : required(
            `${at}.nameservers`,
            'must provide at least one DNS nameserver when `dnsPolicy` is None',
          ),
    );
    return;
  }
  if (dnsConfig == null) return;
  const { nameservers = [], searches = [], options = [] } = dnsConfig;
  validateServers(errors, nameservers, `${at}.nameservers`);
  validateSearches(errors, searches, `${at}.searches`);
  checkEach(errors, options, ({ name }, index) => {
    if (!name) errors.push(required(`${at}.options[${index}]`, 'must not be empty'));
  });
}

function validateServers(errors: FieldErrors, servers: readonly string[], field: string): void {
  if (servers.length > mostServers) {
    const why = `must not have more than ${mostServers} nameservers`;
    errors.push(invalid(field, showStrings(servers), why));
  }
  for (const [index, server] of servers.entries()) {
    if (parseIp(server) !== undefined) continue;
    errors.push(invalid(`${field}[${index}]`, show(server), badIp(errors)));
  }
}

function validateSearches(errors: FieldErrors, searches: readonly string[], field: string): void {
  if (searches.length > mostSearches) {
    const why = `must not have more than ${mostSearches} search paths`;
    errors.push(invalid(field, showStrings(searches), why));
  }
  if (searches.join(' ').length > longestSearches) {
    const why = `must not have more than ${longestSearches} characters (including spaces) in the search list`;
    errors.push(invalid(field, showStrings(searches), why));
  }
  for (const [index, search] of searches.entries()) {
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    invalidFor(errors, `${field}[${index}]`, name, checkDns1123Subdomain(name));
  }
}

/** v1.24 does not say which alias it means. */
export function validateHostAliases(
  errors: FieldErrors,
  aliases: readonly HostAlias[] | undefined,
  field: string,
): void {
  const isPlaced = isSince(errors, 'AddressesByExample');
  checkEach(errors, aliases, ({ ip = '', hostnames = [] }, index) => {
    const at = isPlaced ? `${field}[${index}]` : field;
    if (parseIp(ip) === undefined) errors.push(invalid(`${at}.ip`, show(ip), badIp(errors)));
    checkEach(errors, hostnames, (name, position) => {
      const place = isPlaced ? `${at}.hostnames[${position}]` : `${at}.hostnames`;
      invalidFor(errors, place, name, checkDns1123Subdomain(name));
    });
  });
}
