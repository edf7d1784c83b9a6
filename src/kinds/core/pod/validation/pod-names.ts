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
import { validateIp } from '../../../object/validate-addresses.ts';
import type { HostAlias, PodSpec } from '#types';

const mostServers = 3;
/** Of names to search in, and of all of them together: at first, and later. */
const fewSearches = { most: 6, longest: 256 };
const manySearches = { most: 32, longest: 2048 };

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
  const { most, longest } = isSince(errors, 'ExpandedDNSConfig') ? manySearches : fewSearches;
  if (searches.length > most) {
    const why = `must not have more than ${most} search paths`;
    errors.push(invalid(field, showStrings(searches), why));
  }
  if (searches.join(' ').length > longest) {
    const why = `must not have more than ${longest} characters (including spaces) in the search list`;
    errors.push(invalid(field, showStrings(searches), why));
  }
  for (const [index, search] of searches.entries()) {
    const isRelaxed = isSince(errors, 'RelaxedDNSSearchValidation');
    if (isRelaxed && search === '.') continue;
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    const faults = isRelaxed ? checkSearch(name, errors) : checkDns1123Subdomain(name);
    invalidFor(errors, `${field}[${index}]`, name, faults);
  }
}

const searchLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const isSearch = new RegExp(`^${searchLabel}(\\.${searchLabel})*$`);

/** A subdomain, which may have underscores. */
function checkSearch(name: string, errors: FieldErrors): readonly string[] {
  const tooLong = checkDns1123Subdomain(name).filter((fault) => fault.includes('no more than'));
  if (isSearch.test(name)) return tooLong;
  const label = isSince(errors, 'SearchPatternsNamed')
    ? searchLabel
    : '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
  const pattern = `${label}(\\.${label})*`;
  const fault =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', " +
    'and must start and end with an alphanumeric character ' +
    `(e.g. 'example.com', regex used for validation is '${pattern}')`;
  return [...tooLong, fault];
}

/** v1.24 does not say which alias it means. */
export function validateHostAliases(
  errors: FieldErrors,
  aliases: readonly HostAlias[] | undefined,
  field: string,
): void {
  if (aliases == null || aliases.length === 0) return;
  const isPlaced = isSince(errors, 'AddressesByExample');
  checkEach(errors, aliases, ({ ip = '', hostnames = [] }, index) => {
    const at = isPlaced ? `${field}[${index}]` : field;
    if (parseIp(ip) === undefined) errors.push(invalid(`${at}.ip`, show(ip), badIp(errors)));
    else validateIp(errors, ip, `${at}.ip`);
    checkEach(errors, hostnames, (name, position) => {
      const place = isPlaced ? `${at}.hostnames[${position}]` : `${at}.hostnames`;
      invalidFor(errors, place, name, checkDns1123Subdomain(name));
    });
  });
}
