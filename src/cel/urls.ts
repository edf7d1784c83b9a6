/** The functions about URLs. */
import { parseGoUrl, isRequestUri } from '#values';
import type { Meter } from './meter.ts';
import { CelError, CelList, CelMap, noOverload, Url, type Value } from './values.ts';

/** An absolute URI, or a path from the root. */
export function readUrl(value: Value): Value {
  if (typeof value !== 'string') return noOverload;
  try {
    if (isRequestUri(value)) return new Url(value, parseGoUrl(value));
    parseGoUrl(value);
    throw new Error(`parse "${value}": invalid URI for request`);
  } catch (error) {
    const why = (error as Error).message;
    return new CelError(`URL parse error during conversion from string: ${why}`);
  }
}

export function isUrl(value: Value): Value {
  return typeof value === 'string' ? readUrl(value) instanceof Url : noOverload;
}

type Read = (url: Url, meter: Meter) => Value;

export const urlParts: Readonly<Record<string, Read>> = {
  getScheme: ({ parts }) => parts.scheme,
  getHost: ({ parts }) => parts.host,
  getHostname: ({ parts }) => hostname(parts.host),
  getPort: ({ parts }) => /:([0-9]*)$/.exec(parts.host)?.[1] ?? '',
  getEscapedPath: ({ parts }) => encodeURI(parts.path.replace(/\p{Surrogate}/gu, '\ufffd')),
  getQuery: ({ parts }, meter) => query(parts.query, meter),
};

function hostname(host: string): string {
  const bare = host.replace(/:[0-9]*$/, '');
  return bare.startsWith('[') ? bare.slice(1, -1) : bare;
}

/** Each key with all its values. */
function query(text: string, meter: Meter): Value {
  meter.step(text.length);
  const found = new Map<string, Value[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const values = found.get(key);
    if (values === undefined) found.set(key, [value]);
    else values.push(value);
  }
  return CelMap.of([...found].map(([key, values]) => [key, CelList.of(values)]));
}
