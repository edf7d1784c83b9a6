import { useMemo, useState } from 'react';
import { goTo, scrub, select } from './actions.ts';
import { callsInRecord, callsOfClients, filteredCalls, type Call } from './calls.ts';
import { FilterField } from './filter-field.tsx';
import { firstBehind, timeText } from './moment.ts';
import { usePage } from './store.ts';
import { useNarrow } from './use-media.ts';
import { VirtualList } from './virtual-list.tsx';

/** Who asked the API for what: clients of a server, or the callers that a record knows. */
export function RequestsView(): React.ReactNode {
  const isLive = usePage((state) => state.source === 'live');
  const [isInside, setInside] = useState(false);
  const [isOfSelected, setOfSelected] = useState(false);
  const [filter, setFilter] = useState('');
  const selected = usePage((state) => state.selected);
  const all = useCalls(isLive && !isInside);
  const about = isOfSelected ? selected : undefined;
  const calls = useMemo(() => filteredCalls(all, filter, about), [all, filter, about]);
  return (
    <section className="requests">
      <div className="toolbar">
        <FilterField value={filter} hint="client, verb, name or code" onChange={setFilter} />
        {isLive && (
          <Choice label="calls inside the cluster" value={isInside} onChange={setInside} />
        )}
        {selected && (
          <Choice
            label={`only ${selected.kind} ${selected.key}`}
            value={isOfSelected}
            onChange={setOfSelected}
          />
        )}
        <span className="dim" aria-live="polite">
          {calls.length} of {all.length} requests
        </span>
      </div>
      <About isOfClients={isLive && !isInside} />
      {calls.length > 0 && <List calls={calls} />}
    </section>
  );
}

function useCalls(isOfClients: boolean): readonly Call[] {
  const summary = usePage((state) => state.run!.summary);
  const requests = usePage((state) => state.requests);
  return useMemo(
    () => (isOfClients ? callsOfClients(requests, summary.startMs) : callsInRecord(summary)),
    isOfClients ? [isOfClients, requests, summary.startMs] : [isOfClients, summary],
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

function Choice({ label, value, onChange }: ChoiceProps): React.ReactNode {
  return (
    <label>
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />{' '}
      {label}
    </label>
  );
}

/** What the list has, and why it may have less than a reader expects. */
function About({ isOfClients }: { readonly isOfClients: boolean }): React.ReactNode {
  const isLive = usePage((state) => state.source === 'live');
  const count = usePage((state) => state.requests.length);
  const missed = usePage((state) => state.requestsMissed);
  if (!isOfClients) {
    return (
      <p className="dim">
        {isLive ? '' : 'No program outside took part in this run. '}A record keeps the calls that
        wrote something or that a fault struck, of scenario steps, controllers and kubelets. Reads
        leave no trace in it, nor do status codes and durations.
      </p>
    );
  }
  if (count === 0) {
    return (
      <p className="empty">
        No client has asked for anything yet. kubectl, and any program with the kubeconfig of the
        server, appears here with its first request.
      </p>
    );
  }
  return missed === 0 ? null : <p className="dim">{missed} earlier ones are no longer kept.</p>;
}

const ROW_PX = 26;
/** With two lines. */
const NARROW_ROW_PX = 48;

function List({ calls }: { readonly calls: readonly Call[] }): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const rowPx = useNarrow() ? NARROW_ROW_PX : ROW_PX;
  const current = firstBehind(calls, (call) => isLater(call, atMs, revision)) - 1;
  return (
    <VirtualList
      label="Requests, in order"
      count={calls.length}
      rowPx={rowPx}
      current={current}
      of={calls}
      row={(at) => ({
        className: at > current ? 'later' : '',
        content: <CallRow call={calls[at]!} isCurrent={at === current} />,
      })}
    />
  );
}

function isLater({ atMs: time, revision: own }: Call, atMs: number, revision: number): boolean {
  return time > atMs || (own !== undefined && own > revision);
}

interface CallRowProps {
  readonly call: Call;
  readonly isCurrent: boolean;
}

function CallRow({ call, isCurrent }: CallRowProps): React.ReactNode {
  const { atMs, client, program, verb, resource, name, code, result, tookMs, marks } = call;
  const selected = usePage((state) => state.selected);
  const isSelected =
    selected !== undefined &&
    call.object?.kind === selected.kind &&
    call.object.key === selected.key;
  return (
    <button
      type="button"
      className={`row call ${isSelected ? 'selected' : ''}`}
      aria-current={isCurrent ? 'step' : undefined}
      title={program}
      onClick={() => choose(call)}
    >
      <span className="time">{timeText(atMs)}</span>
      <span className="who">
        {client} <span className="program">{program.split(' ')[0]}</span>
      </span>
      <span className="what">
        <b>{verb}</b> {resource} {name}
      </span>
      <span className={`code ${codeClass(code, marks)}`}>{result}</span>
      <span className="took">{tookMs !== undefined && spanText(tookMs)}</span>
      <span className="struck">{marks.join('; ')}</span>
    </button>
  );
}

function codeClass(code: number | undefined, marks: readonly string[]): string {
  if (code === undefined) return marks.length > 0 ? 'bad' : '';
  if (code >= 500 || code === 429) return 'bad';
  return code >= 400 ? 'warn' : 'good';
}

function spanText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : timeText(Math.round(ms));
}

function choose({ atMs, revision, object }: Call): void {
  if (revision === undefined) scrub(atMs);
  else goTo({ revision, atMs });
  if (object !== undefined) select(object);
}
