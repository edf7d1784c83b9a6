import { memo } from 'react';
import type { Calendar, ObjectName, Owner, Scene, StagePod, Version } from '#view';
import { focusOn } from '../page/actions.ts';
import { usePage } from '../page/store.ts';
import type { Lit } from './lit.ts';
import { nameOf, objectOf } from './names.ts';
import { Ordinals } from './ordinals.tsx';
import { Dial } from './dial.tsx';
import { badgeOf } from './racks.tsx';

interface CardsProps {
  readonly scene: Scene;
  readonly calendars: readonly Calendar[];
  readonly lit: Lit | undefined;
}

/** Kinds that make the pods of others: they stand behind their owner. */
const makers = new Set(['ReplicaSet', 'Job']);
/** More pods of an owner are a bar. */
const MOST_PIPS = 36;

/** What stands above the nodes: the object in focus first, then the others. */
export function OwnerCards({ scene, calendars, lit }: CardsProps): React.ReactNode {
  const focus = usePage((state) => state.focus);
  const groups = groupsOf(scene.owners, focus);
  return (
    <div className="owners" role="group" aria-label="What makes and counts the pods">
      {groups.length === 0 && scene.heaps.length === 0 && (
        <div className="owner">
          <span className="kind">Nothing has been created yet</span>
          <b>The first step is about to come</b>
        </div>
      )}
      {groups.map(({ root, parts, empty }) => (
        <Group
          key={nameText(root)}
          root={root}
          parts={parts}
          empty={empty}
          scene={scene}
          calendars={calendars}
          lit={lit}
          focus={focus}
        />
      ))}
    </div>
  );
}

interface OwnerGroup {
  readonly root: Owner;
  /** What it makes pods by. */
  readonly parts: readonly Owner[];
  /** How many of those have no pods and ask for none. */
  readonly empty: number;
}

function groupsOf(owners: readonly Owner[], focus: ObjectName | undefined): readonly OwnerGroup[] {
  const roots = owners.filter(({ of, kind }) => of === undefined || !makers.has(kind));
  const isFocus = (each: Owner): boolean => each.kind === focus?.kind && each.key === focus.key;
  const groups = roots
    .filter(({ kind, key }) => kind !== 'Endpoints' || key !== 'default/kubernetes')
    .map((root) => {
      const parts = owners.filter(({ of }) => of === nameText(root));
      const shown = parts.filter(({ wanted = 0, ready = 0 }) => wanted > 0 || ready > 0);
      return { root, parts: shown, empty: parts.length - shown.length };
    });
  const leads = ({ root, parts }: OwnerGroup): boolean => isFocus(root) || parts.some(isFocus);
  return [...groups.filter(leads), ...groups.filter((each) => !leads(each))];
}

function nameText({ kind, key }: Owner): string {
  return `${kind} ${key}`;
}

interface GroupProps extends CardsProps {
  readonly root: Owner;
  readonly parts: readonly Owner[];
  readonly empty: number;
  readonly focus: ObjectName | undefined;
}

function Group({ root, parts, empty, scene, calendars, lit, focus }: GroupProps): React.ReactNode {
  const pods = scene.pods ?? [];
  const isFocus = ({ kind, key }: Owner): boolean => kind === focus?.kind && key === focus.key;
  const own = pods.filter(({ owner }) => owner === nameText(root));
  const versions = [...new Set(own.map(({ version }) => version))].sort((a, b) => a - b);
  const isMany = root.kind === 'DaemonSet';
  const isOrdered = root.kind === 'StatefulSet' && own.length <= MOST_PIPS;
  return (
    <>
      <Card
        owner={root}
        isFocus={isFocus(root)}
        badge={badgeOf(lit, nameText(root))}
        calendar={calendars.find(({ key }) => root.kind === 'CronJob' && key === root.key)}
      >
        {isOrdered && <Ordinals owner={root} pods={own} versions={scene.versions} />}
        {!isMany && !isOrdered && own.length > 0 && (
          <Pips pods={own} wanted={root.wanted ?? 0} versions={scene.versions} />
        )}
      </Card>
      {(parts.length > 0 || (isMany && versions.length > 0)) && (
        <span className="arrow" aria-hidden="true">
          →
        </span>
      )}
      {isMany &&
        versions.map((version) => (
          <Revision
            key={version}
            version={scene.versions[version]!}
            versions={scene.versions}
            pods={own.filter((each) => each.version === version)}
          />
        ))}
      {parts.map((part) => (
        <Card
          key={nameText(part)}
          owner={part}
          isFocus={isFocus(part)}
          badge={badgeOf(lit, nameText(part))}
          version={versionOf(part, scene)}
        >
          <Pips
            pods={pods.filter(({ owner }) => owner === nameText(part))}
            wanted={part.wanted ?? 0}
            versions={scene.versions}
            version={versionOf(part, scene)}
            scene={scene}
          />
        </Card>
      ))}
      {empty > 0 && <span className="arrow more">+{empty} empty</span>}
    </>
  );
}

function versionOf(owner: Owner, { versions, pods = [] }: Scene): Version | undefined {
  const name = nameText(owner);
  const of = pods.find((pod) => pod.owner === name);
  return of === undefined ? versions.find((each) => each.owner === name) : versions[of.version];
}

interface CardProps {
  readonly owner: Owner;
  readonly isFocus: boolean;
  readonly badge: string | undefined;
  readonly version?: Version | undefined;
  readonly calendar?: Calendar | undefined;
  readonly children?: React.ReactNode;
}

function Card({ owner, isFocus, badge, version, calendar, children }: CardProps): React.ReactNode {
  const { kind, key, asks } = owner;
  const classes = [
    'owner',
    ...(isFocus ? ['focus'] : []),
    ...(badge === undefined ? [] : [badge === '0' ? 'out' : 'lit']),
  ];
  return (
    <button
      type="button"
      className={classes.join(' ')}
      data-name={`${kind} ${key}`}
      onClick={() => focusOn({ kind, key })}
    >
      <span className="kind">{version ? `${kind} ${nameOf(key).split('-').at(-1)}` : kind}</span>
      <span className="name">
        {version && <Swatch version={version} />}
        {version ? version.image : nameOf(key)}
        {version && <span className="asks"> {asks}</span>}
      </span>
      {!version && asks !== '' && kind !== 'CronJob' && <span className="asks">{asks}</span>}
      <Gauge owner={owner} />
      <Used owner={owner} />
      <Dial owner={owner} calendar={calendar} />
      <Addresses owner={owner} />
      {children}
      {badge !== undefined && (
        <span className={badge === '0' ? 'badge zero' : 'badge'}>{badge}</span>
      )}
    </button>
  );
}

function Swatch({ version }: { readonly version: Version }): React.ReactNode {
  return <i className="swatch" style={{ ['--c' as string]: `var(--v${version.colour})` }} />;
}

interface RevisionProps {
  readonly version: Version;
  readonly versions: readonly Version[];
  readonly pods: readonly StagePod[];
}

function Revision({ version, versions, pods }: RevisionProps): React.ReactNode {
  const { kind, key } = objectOf(version.owner);
  return (
    <button type="button" className="owner" onClick={() => focusOn({ kind, key })}>
      <span className="kind">revision</span>
      <span className="name">
        <Swatch version={version} />
        {version.image}{' '}
        <span className="asks">
          {pods.length} {pods.length === 1 ? 'pod' : 'pods'}
        </span>
      </span>
      <Pips pods={pods} wanted={0} versions={versions} />
    </button>
  );
}

interface PipsProps {
  readonly pods: readonly StagePod[];
  readonly wanted: number;
  readonly versions: readonly Version[];
  readonly version?: Version | undefined;
  /** For an owner whose pods are not shown one by one. */
  readonly scene?: Scene;
}

/** A pip for each pod, a socket for each that is asked for and not there; those that end stand behind a line. */
function Pips({ pods, wanted, versions, version, scene }: PipsProps): React.ReactNode {
  const staying = pods.filter(({ state }) => state !== 'terminating' && state !== 'succeeded');
  const ending = pods.filter(({ state }) => state === 'terminating');
  if (scene !== undefined && scene.pods === undefined) {
    return (
      <Bar counts={heapCounts(scene, version)} wanted={wanted} colour={version?.colour ?? 0} />
    );
  }
  if (Math.max(staying.length, wanted) + ending.length > MOST_PIPS) {
    const ready = staying.filter(({ state }) => state === 'ready').length;
    const counts = { ready, other: staying.length - ready, ending: ending.length };
    const colour = version ?? versions[pods[0]?.version ?? 0];
    return <Bar counts={counts} wanted={wanted} colour={colour?.colour ?? 0} />;
  }
  return (
    <span className="pips" aria-hidden="true">
      {staying.map((pod) => (
        <Pip key={pod.key} pod={pod} colour={versions[pod.version]!.colour} />
      ))}
      {Array.from({ length: Math.max(0, wanted - staying.length) }, (_, at) => (
        <i key={at} className="pip socket" />
      ))}
      {ending.length > 0 && <i className="pip apart" />}
      {ending.map((pod) => (
        <Pip key={pod.key} pod={pod} colour={versions[pod.version]!.colour} />
      ))}
    </span>
  );
}

const Pip = memo(
  function Pip({
    pod,
    colour,
  }: {
    readonly pod: StagePod;
    readonly colour: number;
  }): React.ReactNode {
    return (
      <i
        className={`pip ${pod.state}`}
        title={`${nameOf(pod.key)}: ${pod.text}`}
        style={{ ['--c' as string]: `var(--v${colour})` }}
      />
    );
  },
  (a, b) => a.pod.state === b.pod.state && a.colour === b.colour && a.pod.text === b.pod.text,
);

interface Counts {
  readonly ready: number;
  readonly other: number;
  readonly ending: number;
}

function heapCounts({ heaps, versions }: Scene, version: Version | undefined): Counts {
  const counts = { ready: 0, other: 0, ending: 0 };
  for (const { version: number, state, count } of heaps) {
    if (versions[number] !== version) continue;
    if (state === 'ready') counts.ready += count;
    else if (state === 'terminating') counts.ending += count;
    else counts.other += count;
  }
  return counts;
}

function Bar({
  counts,
  wanted,
  colour,
}: {
  readonly counts: Counts;
  readonly wanted: number;
  readonly colour: number;
}): React.ReactNode {
  const all = Math.max(1, wanted, counts.ready + counts.other + counts.ending);
  const width = (part: number): React.CSSProperties => ({ width: `${(100 * part) / all}%` });
  return (
    <span className="bar" style={{ ['--c' as string]: `var(--v${colour})` }} aria-hidden="true">
      <i className="ready" style={width(counts.ready)} />
      <i className="other" style={width(counts.other)} />
      <i className="ending" style={width(counts.ending)} />
    </span>
  );
}

/** What an autoscaler measures, up to twice its target; the tolerance is a band. */
function Gauge({ owner: { gauge } }: { readonly owner: Owner }): React.ReactNode {
  if (gauge === undefined) return null;
  const { name, value, target } = gauge;
  const place = (percent: number): string => `${Math.min(100, (50 * percent) / target)}%`;
  return (
    <>
      <span className="asks">
        {name} {value === undefined ? 'not measured yet' : <b>{value} %</b>} · target {target} %
      </span>
      <span className="gauge" aria-hidden="true">
        <s style={{ left: place(target * 0.9), width: '10%' }} />
        <i style={{ width: place(value ?? 0) }} />
        <u style={{ left: place(target) }} />
      </span>
    </>
  );
}

/** More units are a bar. */
const MOST_SOCKETS = 30;

function Used({ owner: { used = [] } }: { readonly owner: Owner }): React.ReactNode {
  return used.slice(0, 3).map(({ resource, used: now, hard }) => {
    const [count, limit] = [Number(now), Number(hard)];
    const isCounted = Number.isInteger(count) && Number.isInteger(limit) && limit <= MOST_SOCKETS;
    const isFull = isCounted && count >= limit;
    return (
      <span key={resource} className={isFull ? 'used full' : 'used'}>
        <span className="asks">
          {resource} <b>{now}</b> of {hard} {isFull && <b className="bad">full</b>}
        </span>
        {isCounted && (
          <span className="pips" aria-hidden="true">
            {Array.from({ length: Math.max(limit, count) }, (_, at) => (
              <i key={at} className={at < count ? 'pip ready' : 'pip socket'} />
            ))}
          </span>
        )}
      </span>
    );
  });
}

const MOST_ADDRESSES = 5;

function Addresses({ owner: { addresses = [] } }: { readonly owner: Owner }): React.ReactNode {
  if (addresses.length === 0) return null;
  return (
    <span className="asks mono">
      {addresses
        .slice(0, MOST_ADDRESSES)
        .map(({ text, isReady }) => `${isReady ? '●' : '◌'} ${text}  `)}
      {addresses.length > MOST_ADDRESSES && `and ${addresses.length - MOST_ADDRESSES} more`}
    </span>
  );
}
