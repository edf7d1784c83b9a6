/** Checks of ports that have names: services need them at each start, without what else pods need. */
import { invalidFor, type FieldErrors, type Release } from '#values';
import { validatePort } from '../../../object/validate-values.ts';
import type { IntOrString } from '#types';

/** Checks a port that is a number or a name. */
export function validatePortOrName(errors: FieldErrors, port: IntOrString, field: string): void {
  if (typeof port === 'number') validatePort(errors, port, field);
  else invalidFor(errors, field, port, checkPortName(port, errors.release));
}

/** Returns the faults of a port's name, such as `http`: it has at most 15 characters, including a letter. */
export function checkPortName(name: string, release?: Release): readonly string[] {
  const messages: string[] = [];
  if (name.length > 15) messages.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) {
    messages.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(name)) {
    const isPlain = release?.enabled('PortNamesNeedLetters') === true;
    messages.push(`must contain at least one letter ${isPlain ? '(a-z)' : 'or number (a-z, 0-9)'}`);
  }
  if (name.includes('--')) messages.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) {
    messages.push('must not begin or end with a hyphen');
  }
  return messages;
}
