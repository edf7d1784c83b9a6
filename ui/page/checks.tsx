import { scrub, select } from './actions.ts';
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
