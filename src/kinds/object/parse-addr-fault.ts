/** Says why Go's newer reader of addresses refuses a text, where older code takes any. */
import { quote } from '#values';

/** Returns the error of Go's `netip.ParseAddr`; undefined for an address, and for faults of IPv6 that it words itself. */
export function parseAddrFault(text: string): string | undefined {
  const mark = /[.:%]/.exec(text)?.[0];
  if (mark === ':') return undefined;
  const fault = mark === '.' ? faultOfIpv4(text) : faultWithoutMark(mark);
  return fault && `ParseAddr(${quote(text)}): ${fault}`;
}

function faultWithoutMark(mark: string | undefined): string {
  return mark === '%' ? 'missing IPv6 address' : 'unable to parse IP';
}

function faultOfIpv4(text: string): string | undefined {
  const fields = { dots: 0, value: 0, digits: 0 };
  for (let index = 0; index < text.length; index++) {
    const fault = faultAt(text, index, fields);
    if (fault !== undefined) return fault;
  }
  return fields.dots < 3 ? 'IPv4 address too short' : undefined;
}

interface Fields {
  dots: number;
  value: number;
  digits: number;
}

/** Reads one character on. */
function faultAt(text: string, index: number, fields: Fields): string | undefined {
  const letter = text[index]!;
  if (letter >= '0' && letter <= '9') {
    if (fields.digits === 1 && fields.value === 0) return 'IPv4 field has octet with leading zero';
    fields.value = fields.value * 10 + Number(letter);
    fields.digits++;
    return fields.value > 255 ? 'IPv4 field has value >255' : undefined;
  }
  const rest = `(at ${quote(text.slice(index))})`;
  if (letter !== '.') return `unexpected character ${rest}`;
  const isEmpty = index === 0 || index === text.length - 1 || text[index - 1] === '.';
  if (isEmpty) return `IPv4 field must have at least one digit ${rest}`;
  if (fields.dots === 3) return 'IPv4 address too long';
  fields.dots++;
  fields.value = 0;
  fields.digits = 0;
  return undefined;
}
