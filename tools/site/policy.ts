/** What pages of the site may load: nothing comes from elsewhere, and nothing runs but the site's own scripts. */
const common = [
  "default-src 'none'",
  ...['script', 'style', 'connect', 'worker', 'manifest'].map((kind) => `${kind}-src 'self'`),
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The policy, with more directives. */
export function policyWith(...more: readonly string[]): string {
  return [...common, ...more].join('; ');
}
