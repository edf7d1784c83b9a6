/** Checks of where a webhook is: its URL, or the Service in front of it. */
import {
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  parseGoUrl,
  type GoUrl,
  checkDns1123Subdomain,
} from '#values';
import type { Profile } from '../profile/profile.ts';
import type { WebhookService as ServiceReference, WebhookClientConfig } from '#types';

const form = '; desired format: https://host[/path]';

/** Exactly one of the two, and that one in good form. */
export function validateWebhookClient(
  errors: FieldErrors,
  { url, service }: WebhookClientConfig,
  field: string,
  profile: Profile,
): void {
  if ((url == null) === (service == null)) {
    errors.push(required(field, 'exactly one of url or service is required'));
  } else if (url != null) validateUrl(errors, url, `${field}.url`, profile);
  else validateService(errors, service!, `${field}.service`, profile);
}

function validateUrl(errors: FieldErrors, text: string, field: string, profile: Profile): void {
  let url: GoUrl;
  try {
    url = parseGoUrl(text);
  } catch (error) {
    const why = `url must be a valid URL: ${(error as Error).message}${form}`;
    errors.push(required(field, why));
    return;
  }
  const refuse = (part: string, why: string): void => {
    errors.push(invalid(field, show(part), why));
  };
  if (url.scheme !== 'https') refuse(url.scheme, `'https' is the only allowed URL scheme${form}`);
  if (url.host === '') {
    const verb = profile.enabled('HostsSpecified') ? 'specified' : 'provided';
    refuse('', `host must be ${verb}${form}`);
  }
  if (url.user !== undefined) refuse(url.user, 'user information is not permitted in the URL');
  if (url.fragment !== '') refuse(url.fragment, 'fragments are not permitted in the URL');
  if (url.query !== '') refuse(url.query, 'query parameters are not permitted in the URL');
}

/** v1.24 confuses the two: a missing name is reported for the namespace, and the other way round. */
function validateService(
  errors: FieldErrors,
  { name, namespace, path, port = 0 }: ServiceReference,
  field: string,
  profile: Profile,
): void {
  const isBrief = profile.enabled('BriefMessages');
  const missing = (what: string): string => (isBrief ? '' : `service ${what} is required`);
  if (!namespace) errors.push(required(`${field}.name`, missing('name')));
  if (!name) errors.push(required(`${field}.namespace`, missing('namespace')));
  if (port < 1 || port > 65_535) {
    const why = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalid(`${field}.port`, show(port), why));
  }
  if (path && path !== '/') validatePath(errors, path, `${field}.path`);
}

function validatePath(errors: FieldErrors, path: string, field: string): void {
  const refuse = (why: string): void => void errors.push(invalid(field, show(path), why));
  if (path === '//') return refuse('segment[0] may not be empty');
  if (!path.startsWith('/')) refuse("must start with a '/'");
  const inner = path.slice(1);
  const steps = (inner.endsWith('/') ? inner.slice(0, -1) : inner).split('/');
  for (const [index, step] of steps.entries()) {
    if (step === '') refuse(`segment[${index}] may not be empty`);
    const faults = checkDns1123Subdomain(step).map((fault) => `segment[${index}]: ${fault}`);
    if (step !== '') invalidFor(errors, field, path, faults);
  }
}
