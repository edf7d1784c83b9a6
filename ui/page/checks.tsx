import type { CheckMark } from '#record';
import { askWhy, scrub, select, show } from './actions.ts';
import { questionOf } from './failed-question.ts';
import { timeText } from './moment.ts';
import { usePage } from './store.ts';

/** The checks of the scenario, in the order of their decision. */
export function ChecksView(): React.ReactNode {
  const { checks, lastsMs } = usePage((state) => state.run!.summary);
  if (checks.length === 0) return <p className="empty">The scenario checks nothing.</p>;
  return (
    <ol className="checks">
      {checks.map((check, i) => (
        <li key={i} className={check.passed ? 'held' : 'failed'}>
          <b className={check.passed ? 'good' : 'bad'}>{check.passed ? '✓ held' : '✗ failed'}</b>{' '}
          <button
            type="button"
            className="link"
            onClick={() => scrub(check.decidedAtMs ?? lastsMs)}
          >
            {check.decidedAtMs === undefined ? 'at the end' : timeText(check.decidedAtMs)}
          </button>{' '}
          <span className="dim">
            {check.file}:{check.line}
          </span>
          <div>{check.summary}</div>
          {!check.passed && (
            <dl>
              <dt>expected</dt>
              <dd>{check.expected}</dd>
              <dt>found</dt>
              <dd className="bad">{check.actual}</dd>
            </dl>
          )}
          <WhyFailed check={check} atMs={check.decidedAtMs ?? lastsMs} />
          {check.object && (
            <button
              type="button"
              className="link"
              onClick={() => {
                const { kind, namespace, name } = check.object!;
                scrub(check.decidedAtMs ?? lastsMs);
                select({ kind, key: namespace === undefined ? name : `${namespace}/${name}` });
              }}
            >
              {check.object.kind} {check.object.name}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Goes to where a check failed, and asks why the field has its value. */
function WhyFailed({
  check,
  atMs,
}: {
  readonly check: CheckMark;
  readonly atMs: number;
}): React.ReactNode {
  const question = questionOf(check);
  if (question === undefined) return null;
  const { selected, asked } = question;
  return (
    <button
      type="button"
      className="why"
      onClick={() => {
        scrub(atMs);
        askWhy(selected, asked);
        show('stage');
      }}
    >
      why?
    </button>
  );
}
