import type { Owner, StagePod, Version } from '#view';
import { nameOf } from './names.ts';

interface OrdinalsProps {
  readonly owner: Owner;
  readonly pods: readonly StagePod[];
  readonly versions: readonly Version[];
}

/** The pods of a StatefulSet by their ordinals, those that go behind a line; the one that it waits for has a mark. */
export function Ordinals({ owner, pods, versions }: OrdinalsProps): React.ReactNode {
  const { wanted = 0, waitsFor } = owner;
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod.key), pod]));
  const extra = [...byOrdinal.keys()].filter((each) => each >= wanted).sort((a, b) => a - b);
  const place = (ordinal: number): React.ReactNode => {
    const pod = byOrdinal.get(ordinal);
    if (pod === undefined) {
      return (
        <i key={ordinal} className="pip ordinal socket">
          <b>{ordinal}</b>
        </i>
      );
    }
    const { key, state, text, version } = pod;
    return (
      <i
        key={ordinal}
        className={`pip ordinal ${state}${key === waitsFor ? ' awaited' : ''}`}
        title={`${nameOf(key)}: ${text}`}
        style={{ ['--c' as string]: `var(--v${versions[version]!.colour})` }}
      >
        <b>{ordinal}</b>
      </i>
    );
  };
  const used = [...new Set(pods.map(({ version }) => version))].sort((a, b) => a - b);
  return (
    <>
      {waitsFor !== undefined && (
        <span className="asks awaits">
          waits for <b>{nameOf(waitsFor)}</b>
        </span>
      )}
      <span className="pips" aria-hidden="true">
        {Array.from({ length: wanted }, (_, ordinal) => place(ordinal))}
        {extra.length > 0 && <i className="pip apart" />}
        {extra.map(place)}
      </span>
      {used.length > 1 && (
        <span className="asks">
          {used.map((version) => (
            <span key={version} className="used-version">
              <i
                className="swatch"
                style={{ ['--c' as string]: `var(--v${versions[version]!.colour})` }}
              />{' '}
              {versions[version]!.image}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** The number at the end of the pod's name. */
export function ordinalOf(key: string): number {
  return Number(/-(\d+)$/.exec(key)?.[1] ?? 0);
}
