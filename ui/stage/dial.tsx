import type { Calendar, Owner } from '#view';
import { usePage } from '../page/store.ts';
import { timeText } from '../page/moment.ts';

interface DialProps {
  readonly owner: Owner;
  readonly calendar: Calendar | undefined;
}

/** A planet that goes round from one due moment of a CronJob to the next; the core is filled while a run is active. */
export function Dial({ owner: { asks, schedule }, calendar }: DialProps): React.ReactNode {
  const atMs = usePage((state) => (schedule === undefined ? 0 : state.atMs));
  if (schedule === undefined) return null;
  const { text, suspended, active } = schedule;
  const runs = calendar?.runs ?? [];
  const next = runs.find((each) => each.atMs > atMs);
  const last = runs.findLast((each) => each.atMs <= atMs);
  const part = next === undefined ? 0 : partOf(last?.atMs ?? 0, next.atMs, atMs);
  const angle = part * 2 * Math.PI - Math.PI / 2;
  const due =
    next === undefined ? '' : `next in ${timeText(Math.ceil((next.atMs - atMs) / 1000) * 1000)}`;
  return (
    <span className="dial">
      <svg width="40" height="40" viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="17" className="orbit" />
        <path d="M22 2.5v5" className="noon" />
        <circle
          cx={22 + 17 * Math.cos(angle)}
          cy={22 + 17 * Math.sin(angle)}
          r="5"
          className="planet"
        />
        <circle
          cx="22"
          cy="22"
          r={active > 0 ? 7 : 3}
          className={active > 0 ? 'core active' : 'core'}
        />
      </svg>
      <span>
        <span className="asks mono">{text}</span>
        <br />
        <span className="asks">
          {asks} · {suspended ? 'suspended' : due}
          {active > 0 && ` · ${active} active`}
        </span>
      </span>
    </span>
  );
}

function partOf(fromMs: number, toMs: number, atMs: number): number {
  return toMs <= fromMs ? 0 : Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
}
