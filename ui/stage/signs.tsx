/** The sign of each state of a pod: it differs by shape, not by colour alone. */
import type { PodState } from '#view';

interface SignProps {
  readonly state: PodState | 'unknown';
  readonly size?: number;
}

export function Sign({ state, size = 12 }: SignProps): React.ReactNode {
  return (
    <svg viewBox="0 0 12 12" width={size} height={size} aria-hidden="true" className="sign">
      {signs[state]}
    </svg>
  );
}

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
} as const;

const signs: Readonly<Record<PodState | 'unknown', React.ReactNode>> = {
  waiting: <circle cx="6" cy="6" r="4.4" {...line} strokeDasharray="2.3 2.6" />,
  starting: (
    <>
      <circle cx="6" cy="6" r="4.4" {...line} />
      <path d="M6 6V2.6A3.4 3.4 0 0 1 9.4 6z" fill="currentColor" />
    </>
  ),
  running: (
    <>
      <circle cx="6" cy="6" r="4.4" {...line} />
      <path d="M1.8 6a4.2 4.2 0 0 0 8.4 0z" fill="currentColor" />
    </>
  ),
  ready: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  terminating: <path d="M6 1.5v8M2.6 6.4 6 9.9l3.4-3.5" {...line} />,
  succeeded: <path d="m2 6.4 2.8 2.8L10.2 3" {...line} />,
  failed: <path d="m2.5 2.5 7 7m0-7-7 7" {...line} />,
  failing: <path d="M6 1.6v5.2M6 9.7v.3" {...line} />,
  unknown: <path d="M3.8 4.2a2.3 2.3 0 1 1 3.6 1.9C6.5 6.7 6.1 7 6.1 7.6M6.1 9.9v.3" {...line} />,
};
