import { useState } from 'react';
import type { ObjectName } from '#view';
import { act, useCanAct } from './acting.ts';
import { DoneText } from './done.tsx';
import { EditPart } from './edit-part.tsx';
import { store } from './store.ts';

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

interface ActProps {
  readonly name: ObjectName;
  /** Of the object; absent when it does not exist at the moment. */
  readonly yaml: string | undefined;
}

/** Does something to the object at the moment: a step is added to the scenario, and it is played again. */
export function ActPart({ name, yaml }: ActProps): React.ReactNode {
  const canAct = useCanAct();
  const [amount, setAmount] = useState(3);
  const [done, setDone] = useState<Act>();
  if (!canAct) return null;
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
              void act(each);
            }}
          >
            {each.label}
          </button>
        ))}
      </div>
      {yaml !== undefined && <EditPart key={`${name.kind} ${name.key}`} yaml={yaml} />}
      {done && (
        <p aria-live="polite">
          <DoneText done={done} />{' '}
          <button type="button" className="link" onClick={() => store.set({ view: 'act' })}>
            All that was done
          </button>
        </p>
      )}
    </details>
  );
}
