/** Versions of API groups by stability, as v1.24 orders them. */

const form = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stages: readonly (string | undefined)[] = ['alpha', 'beta', undefined];

/**
 * Negative when `a` comes first: stable versions before betas and alphas, later ones before earlier
 * ones; names of any other form come last, in alphabetical order.
 */
export function compareKubeVersions(a: string, b: string): number {
  const x = form.exec(a);
  const y = form.exec(b);
  if (x === null && y === null) return a < b ? -1 : a > b ? 1 : 0;
  if (x === null || y === null) return x === null ? 1 : -1;
  return (
    stages.indexOf(y[2]) - stages.indexOf(x[2]) ||
    Number(y[1]) - Number(x[1]) ||
    Number(y[3] ?? 0) - Number(x[3] ?? 0)
  );
}
