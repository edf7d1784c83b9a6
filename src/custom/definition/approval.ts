/** Groups of the Kubernetes project are protected: definitions in them say who has approved them. */
import { quote } from '#values';

/** By URL, or with a reason why not. */
export const approvalAnnotation = 'api-approved.kubernetes.io';

const policy = 'https://github.com/kubernetes/enhancements/pull/1111';
const protectedDomains = ['k8s.io', 'kubernetes.io'];

export type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** What the annotations of a definition say, with v1.24's words for it. */
export interface ApprovalState {
  readonly approval: Approval;
  readonly message: string;
}

export function isProtectedGroup(group: string): boolean {
  return protectedDomains.some((domain) => group === domain || group.endsWith(`.${domain}`));
}

export function approvalOf(
  annotations: Readonly<Record<string, string>> | undefined,
): ApprovalState {
  const input = annotations?.[approvalAnnotation] ?? '';
  const needed = `protected groups must have approval annotation ${quote(approvalAnnotation)}`;
  if (input === '') return { approval: 'missing', message: `${needed}, see ${policy}` };
  if (input.startsWith('unapproved')) {
    return { approval: 'bypassed', message: `not approved: ${quote(input)}` };
  }
  if (isUrl(input)) return { approval: 'approved', message: `approved in ${input}` };
  const forms = 'with either a URL or a reason starting with "unapproved"';
  return { approval: 'invalid', message: `${needed} ${forms}, see ${policy}` };
}

function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]/.test(text) && URL.canParse(text);
}
