/**
 * Libraries that came after v1.24, by the names that releases are asked for. A line is a function as
 * in `signatures.ts`; `a/b` is a function whose name has a dot.
 */
export const laterSignatures: Readonly<Record<string, string>> = {
  CelOptionalTypes: `
optional/of(A) -> optional(A)
optional/ofNonZeroValue(A) -> optional(A)
optional/none() -> optional(A)
optional(A).hasValue() -> bool
optional(A).value() -> A
optional(A).or(optional(A)) -> optional(A)
optional(A).orValue(A) -> A
_[?_](list(A), int) -> optional(A) : index
_[?_](map(A, B), A) -> optional(B) : index
_[?_](optional(list(A)), int) -> optional(A) : index
_[?_](optional(map(A, B)), A) -> optional(B) : index
_[_](optional(list(A)), int) -> optional(A) : index
_[_](optional(map(A, B)), A) -> optional(B) : index
quantity(string) -> quantity : traverse
isQuantity(string) -> bool : traverse
sign(quantity) -> int
quantity.isInteger() -> bool
quantity.asInteger() -> int
quantity.asApproximateFloat() -> double
quantity.add(quantity) -> quantity
quantity.add(int) -> quantity
quantity.sub(quantity) -> quantity
quantity.sub(int) -> quantity
quantity.isLessThan(quantity) -> bool
quantity.isGreaterThan(quantity) -> bool
quantity.compareTo(quantity) -> int
${['<', '<=', '>', '>=']
  .flatMap((sign) =>
    ['int, uint', 'int, double', 'uint, int', 'uint, double', 'double, int', 'double, uint'].map(
      (types) => `_${sign}_(${types}) -> bool`,
    ),
  )
  .join('\n')}`,
  CelStrings: `
string.format(list(dyn)) -> string
strings/quote(string) -> string : quote
sets/contains(list(A), list(A)) -> bool : product
sets/equivalent(list(A), list(A)) -> bool : product
sets/intersects(list(A), list(A)) -> bool : product`,
  CelAddresses: `
ip(string) -> ip : traverse
isIP(string) -> bool : traverse
ip/isCanonical(string) -> bool : rebuild
string(ip) -> string
ip.family() -> int
ip.isUnspecified() -> bool
ip.isLoopback() -> bool
ip.isLinkLocalMulticast() -> bool
ip.isLinkLocalUnicast() -> bool
ip.isGlobalUnicast() -> bool
cidr(string) -> cidr : traverse
isCIDR(string) -> bool : traverse
string(cidr) -> string
cidr.containsIP(string) -> bool : addresses
cidr.containsIP(ip) -> bool : addresses
cidr.containsCIDR(string) -> bool : addresses
cidr.containsCIDR(cidr) -> bool : addresses
cidr.ip() -> ip
cidr.masked() -> cidr
cidr.prefixLength() -> int`,
  CelFormats: `
format/named(string) -> optional(format)
format.validate(string) -> optional(list(string)) : validate
${[
  ...['dns1123Label', 'dns1123Subdomain', 'dns1035Label', 'qualifiedName', 'labelValue'],
  ...['dns1123LabelPrefix', 'dns1123SubdomainPrefix', 'dns1035LabelPrefix'],
  ...['uri', 'uuid', 'byte', 'date', 'datetime'],
]
  .map((name) => `format/${name}() -> format`)
  .join('\n')}`,
  CelSemver: `
semver(string) -> semver : traverse
semver(string, bool) -> semver : traverse
isSemver(string) -> bool : traverse
isSemver(string, bool) -> bool : traverse
semver.major() -> int
semver.minor() -> int
semver.patch() -> int
semver.isLessThan(semver) -> bool
semver.isGreaterThan(semver) -> bool
semver.compareTo(semver) -> int`,
  CelLists: `
list(A).slice(int, int) -> list(A)
list(list(A)).flatten() -> list(A) : items
list(dyn).flatten(int) -> list(dyn) : items
list(A).distinct() -> list(A) : pairs
list(A).reverse() -> list(A) : items
lists/range(int) -> list(int)
${['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
  .map((type) => `list(${type}).sort() -> list(${type}) : pairs`)
  .join('\n')}
list(A).first() -> optional(A)
list(A).last() -> optional(A)`,
  CelAuthorizer: `
authorizer.path(string) -> pathCheck
authorizer.group(string) -> groupCheck
authorizer.serviceAccount(string, string) -> authorizer
pathCheck.check(string) -> decision : authorize
groupCheck.resource(string) -> resourceCheck
resourceCheck.subresource(string) -> resourceCheck
resourceCheck.namespace(string) -> resourceCheck
resourceCheck.name(string) -> resourceCheck
resourceCheck.check(string) -> decision : authorize
decision.allowed() -> bool
decision.reason() -> string
decision.errored() -> bool
decision.error() -> string`,
  CelAuthorizerSelectors: `
resourceCheck.fieldSelector(string) -> resourceCheck : traverse
resourceCheck.labelSelector(string) -> resourceCheck : traverse`,
  CelJsonPatch: `
jsonpatch/escapeKey(string) -> string : traverse`,
};
