import { useState } from 'react';
import type { ObjectName } from '#view';
import { act } from './acting.ts';
import { store, usePage } from './store.ts';

/** Something that can be done to an object: as a step of a scenario, and as a command. */
export interface Act {
  readonly label: string;
  readonly step: Readonly<Record<string, unknown>>;
  /** Absent where kubectl has no word for it. */
  readonly command?: string;
}

const restartable = ['Deployment', 'DaemonSet', 'StatefulSet'];
const scalable = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'];

/** What can be done to an object of a kind. @param amount a number of replicas, or a load in CPUs */
export function actsOn({ kind, key }: ObjectName, amount: number): readonly Act[] {
  const [namespace, name] = key.includes('/') ? (key.split('/') as [string, string]) : ['', key];
  const space = namespace === '' || namespace === 'default' ? '' : ` -n ${namespace}`;
  const ref = { kind, name, ...(namespace === '' || namespace === 'default' ? {} : { namespace }) };
  const word = kind.toLowerCase();
  if (kind === 'Node') {
    return [
      { label: 'Cordon', step: { cordon: name }, command: `kubectl cordon ${name}` },
      { label: 'Uncordon', step: { uncordon: name }, command: `kubectl uncordon ${name}` },
      {
        label: 'Drain',
        step: { drain: name },
        command: `kubectl drain ${name} --ignore-daemonsets --delete-emptydir-data --force`,
      },
      { label: 'Fail', step: { failNode: name } },
      { label: 'Recover', step: { recoverNode: name } },
      { label: 'Remove', step: { removeNode: name }, command: `kubectl delete node ${name}` },
    ];
  }
  return [
    ...(scalable.includes(kind)
      ? [
          {
            label: `Scale to ${amount}`,
            step: { scale: { ...ref, replicas: amount } },
            command: `kubectl scale ${word}/${name}${space} --replicas=${amount}`,
          },
          { label: `Load of ${amount} CPUs`, step: { load: { ...ref, curve: `${amount}` } } },
        ]
      : []),
    ...(restartable.includes(kind)
      ? [
          {
            label: 'Restart',
            step: { restart: ref },
            command: `kubectl rollout restart ${word}/${name}${space}`,
          },
        ]
      : []),
    { label: 'Delete', step: { delete: ref }, command: `kubectl delete ${word} ${name}${space}` },
  ];
}

/** Does something to the object at the moment: a step is added to the scenario, and it is played again. */
export function ActPart({ name }: { readonly name: ObjectName }): React.ReactNode {
  const source = usePage((state) => state.source);
  const hasTexts = usePage((state) => (state.run?.summary.files.length ?? 0) === 1);
  const [amount, setAmount] = useState(3);
  const [done, setDone] = useState<Act>();
  const isLive = source === 'live';
  if (!isLive && !hasTexts) return null;
  const acts = actsOn(name, amount);
  const hasAmount = scalable.includes(name.kind);
  return (
    <details>
      <summary>Act on it now</summary>
      {hasAmount && (
        <label>
          Amount {amount}{' '}
          <input
            type="range"
            min={0}
            max={20}
            value={amount}
            onChange={({ target }) => setAmount(Number(target.value))}
          />
        </label>
      )}
      <div className="toolbar">
        {acts.map((each) => (
          <button
            key={each.label}
            type="button"
            onClick={() => {
              setDone(each);
              void act(each.step);
            }}
          >
            {each.label}
          </button>
        ))}
      </div>
      {done && (
        <p aria-live="polite">
          {done.command && (
            <>
              <code>{done.command}</code>
              <br />
            </>
          )}
          As a step of a scenario: <code>{JSON.stringify(done.step)}</code>{' '}
          {!isLive && (
            <button type="button" className="link" onClick={() => store.set({ view: 'scenario' })}>
              See the scenario with it
            </button>
          )}
        </p>
      )}
    </details>
  );
}
