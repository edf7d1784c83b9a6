/** Checks of the names of signers, which pods name too. */
import {
  invalid,
  required,
  show,
  tooLong,
  type FieldErrors,
  checkDns1123Label,
  checkDns1123Subdomain,
  isSince,
} from '#values';

const longestDomain = 253;
const longestPath = 253 + 63 + 1;

/** Checks the name of a signer: `example.com/signer`, where the path has room for a namespace and a name. */
export function validateSignerName(errors: FieldErrors, name: string, field: string): void {
  if (name === '') {
    errors.push(
      required(field, isSince(errors, 'BriefRequestFields') ? '' : 'signerName must be provided'),
    );
    return;
  }
  const segments = name.split('/');
  const [domain = '', path = ''] = segments;
  if (segments.length !== 2) {
    const form = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    errors.push(invalid(field, show(name), form));
    return;
  }
  if (domain.length > longestDomain) errors.push(tooLong(field, longestDomain, errors.release));
  const labels = domain.split('.');
  validateLabels(errors, domain, labels, checkDns1123Label, field);
  if (labels.length < 2) {
    const form = 'should be a domain with at least two segments separated by dots';
    errors.push(invalid(field, show(domain), form));
  }
  validateLabels(errors, path, path.split('.'), checkDns1123Subdomain, field);
  const longest = longestDomain + longestPath + 1;
  if (name.length > longest) errors.push(tooLong(field, longest, errors.release));
}

/** Checks labels, of which the first that is wrong stands for all. */
function validateLabels(
  errors: FieldErrors,
  shown: string,
  labels: readonly string[],
  check: (label: string) => readonly string[],
  field: string,
): void {
  const wrong = labels.find((label) => check(label).length > 0);
  if (wrong === undefined) return;
  for (const fault of check(wrong)) {
    errors.push(invalid(field, show(shown), `validating label ${show(wrong)}: ${fault}`));
  }
}
