/** The operators and functions of expressions in v1.24, with what their calls cost. */
import type { Scalar, Type, Variable } from './types.ts';

/** How a call's cost follows from the sizes of its arguments; absent: 1. */
export type Pricing =
  | 'addresses' // comparing ranges of addresses
  | 'authorize'
  | 'branch' // of the parts that are evaluated, nothing by itself
  | 'compare'
  | 'contains'
  | 'in'
  | 'index'
  | 'items' // a new list of the items
  | 'join'
  | 'lists' // joining lists
  | 'match'
  | 'pairs' // each item with each other
  | 'prefix'
  | 'product' // each item of one list with each of another
  | 'quote'
  | 'rebuild'
  | 'search' // a list for something in it
  | 'toBytes'
  | 'toText'
  | 'traverse'
  | 'trim' // like traverse, and the result is no longer than the text
  | 'texts' // joining texts
  | 'validate';

export interface Overload {
  readonly name: string;
  /** Of a member the first one stands before the dot. */
  readonly args: readonly Type[];
  readonly isMember: boolean;
  readonly result: Type;
  readonly pricing: Pricing | undefined;
}

/** `text.name(args) -> result : pricing`. Capital letters stand for any type, the same throughout. */
const signatures = `
_&&_(bool, bool) -> bool : branch
_||_(bool, bool) -> bool : branch
_?_:_(bool, A, A) -> A : branch
!_(bool) -> bool
-_(int) -> int
-_(double) -> double
_==_(A, A) -> bool : compare
_!=_(A, A) -> bool : compare
_[_](list(A), int) -> A : index
_[_](map(A, B), A) -> B : index
@in(A, list(A)) -> bool : in
@in(A, map(A, B)) -> bool
_+_(string, string) -> string : texts
_+_(bytes, bytes) -> bytes : texts
_+_(list(A), list(A)) -> list(A) : lists
_+_(duration, duration) -> duration
_+_(duration, timestamp) -> timestamp
_+_(timestamp, duration) -> timestamp
_-_(timestamp, timestamp) -> duration
_-_(timestamp, duration) -> timestamp
_-_(duration, duration) -> duration
size(string) -> int
size(bytes) -> int
size(list(A)) -> int
size(map(A, B)) -> int
string.size() -> int
bytes.size() -> int
list(A).size() -> int
map(A, B).size() -> int
string.contains(string) -> bool : contains
string.startsWith(string) -> bool : prefix
string.endsWith(string) -> bool : prefix
string.matches(string) -> bool : match
matches(string, string) -> bool : match
string.find(string) -> string : match
string.findAll(string) -> list(string) : match
string.findAll(string, int) -> list(string) : match
string.charAt(int) -> string
string.indexOf(string) -> int : search
string.indexOf(string, int) -> int : search
string.lastIndexOf(string) -> int : search
string.lastIndexOf(string, int) -> int : search
string.lowerAscii() -> string : trim
string.upperAscii() -> string : trim
string.trim() -> string : trim
string.substring(int) -> string : trim
string.substring(int, int) -> string : trim
string.replace(string, string) -> string : rebuild
string.replace(string, string, int) -> string : rebuild
string.split(string) -> list(string) : rebuild
string.split(string, int) -> list(string) : rebuild
list(string).join() -> string : join
list(string).join(string) -> string : join
list(A).indexOf(A) -> int : search
list(A).lastIndexOf(A) -> int : search
url(string) -> url : traverse
isURL(string) -> bool
url.getScheme() -> string
url.getHost() -> string
url.getHostname() -> string
url.getPort() -> string
url.getEscapedPath() -> string
url.getQuery() -> map(string, list(string))
dyn(A) -> dyn
type(A) -> type(A)
int(int) -> int
int(uint) -> int
int(double) -> int
int(string) -> int
int(timestamp) -> int
uint(uint) -> uint
uint(int) -> uint
uint(double) -> uint
uint(string) -> uint
double(double) -> double
double(int) -> double
double(uint) -> double
double(string) -> double
bool(bool) -> bool
bool(string) -> bool
string(string) -> string
string(bool) -> string
string(int) -> string
string(uint) -> string
string(double) -> string
string(bytes) -> string : toText
string(timestamp) -> string
string(duration) -> string
bytes(bytes) -> bytes
bytes(string) -> bytes : toBytes
timestamp(timestamp) -> timestamp
timestamp(string) -> timestamp
timestamp(int) -> timestamp
duration(duration) -> duration
duration(string) -> duration
duration(int) -> duration
duration.getHours() -> int
duration.getMinutes() -> int
duration.getSeconds() -> int
duration.getMilliseconds() -> int
`;

const numeric = ['int', 'uint', 'double'];
const ordered = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration'];
const calendar = [
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
];

/** Signatures that are alike for several types. */
function families(): readonly string[] {
  return [
    ...['+', '-', '*', '/'].flatMap((sign) =>
      numeric.map((type) => `_${sign}_(${type}, ${type}) -> ${type}`),
    ),
    ...['int', 'uint'].map((type) => `_%_(${type}, ${type}) -> ${type}`),
    ...['<', '<=', '>', '>='].flatMap((sign) =>
      ordered.map((type) => `_${sign}_(${type}, ${type}) -> bool${ofSize(type)}`),
    ),
    ...ordered.map((type) => `list(${type}).isSorted() -> bool : search`),
    ...['min', 'max'].flatMap((name) =>
      ordered.map((type) => `list(${type}).${name}() -> ${type} : search`),
    ),
    ...[...numeric, 'duration'].map((type) => `list(${type}).sum() -> ${type} : search`),
    ...calendar.flatMap((name) => [
      `timestamp.${name}() -> int`,
      `timestamp.${name}(string) -> int`,
    ]),
  ];
}

function ofSize(type: string): string {
  return type === 'string' || type === 'bytes' ? ' : compare' : '';
}

/** All overloads of v1.24 by the names of their functions. */
export function overloadsByName(): ReadonlyMap<string, readonly Overload[]> {
  return overloadsOf([]);
}

/** The same with those of further signatures. */
export function overloadsOf(more: readonly string[]): ReadonlyMap<string, readonly Overload[]> {
  const found = new Map<string, Overload[]>();
  for (const line of [...signatures.trim().split('\n'), ...families(), ...more]) {
    const overload = new Signature(line).overload();
    const same = found.get(overload.name);
    if (same === undefined) found.set(overload.name, [overload]);
    else same.push(overload);
  }
  return found;
}

const shape = /^(?:(.+)\.)?([^\s.(]+)\((.*)\) -> (.+?)(?: : (\w+))?$/;

class Signature {
  readonly #line: string;
  readonly #variables = new Map<string, Variable>();

  constructor(line: string) {
    this.#line = line;
  }

  overload(): Overload {
    const [, target, name, args, result, pricing] = shape.exec(this.#line)!;
    const written = splitTypes(args!);
    return {
      name: name!.replace(/^([a-z]+)\//, '$1.'),
      args: (target === undefined ? written : [target, ...written]).map((type) => this.#type(type)),
      isMember: target !== undefined,
      result: this.#type(result!),
      pricing: pricing as Pricing | undefined,
    };
  }

  #type(text: string): Type {
    const inside = /^(list|map|type|optional)\((.*)\)$/.exec(text);
    if (inside !== null) {
      const parts = splitTypes(inside[2]!).map((part) => this.#type(part));
      if (inside[1] === 'list') return { kind: 'list', items: parts[0]! };
      if (inside[1] === 'type') return { kind: 'type', of: parts[0]! };
      if (inside[1] === 'optional') return { kind: 'optional', of: parts[0]! };
      return { kind: 'map', keys: parts[0]!, values: parts[1]! };
    }
    if (!/^[A-Z]$/.test(text)) return { kind: text as Scalar };
    const known = this.#variables.get(text);
    if (known !== undefined) return known;
    const created: Variable = { kind: 'variable', name: text, bound: undefined };
    this.#variables.set(text, created);
    return created;
  }
}

/** At commas that are in no brackets. */
function splitTypes(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++;
    if (text[index] === ')') depth--;
    if (depth > 0 || text[index] !== ',') continue;
    parts.push(text.slice(from, index));
    from = index + 2;
  }
  return text === '' ? [] : [...parts, text.slice(from)];
}

/** The types of an overload with variables of its own, for one call. */
export function freshTypes(overload: Overload): { args: readonly Type[]; result: Type } {
  const created = new Map<Variable, Variable>();
  const fresh = (type: Type): Type => {
    if (type.kind === 'list') return { kind: 'list', items: fresh(type.items) };
    if (type.kind === 'type' || type.kind === 'optional') {
      return { kind: type.kind, of: fresh(type.of) };
    }
    if (type.kind === 'map') {
      return { kind: 'map', keys: fresh(type.keys), values: fresh(type.values) };
    }
    if (type.kind !== 'variable') return type;
    const known = created.get(type) ?? { kind: 'variable', name: type.name, bound: undefined };
    created.set(type, known);
    return known;
  };
  return { args: overload.args.map(fresh), result: fresh(overload.result) };
}
