import { useEffect, useRef } from 'react';

const keys: readonly (readonly [string, string])[] = [
  ['Space', 'plays, pauses'],
  ['← →', 'one change back, one further'],
  ['Shift ← →', 'one step of the scenario'],
  ['Home End', 'the first moment, the last'],
  [', .', 'one write back, one further'],
  ['[ ]', 'one reconcile back, one further'],
  ['1 to 9', 'why is that number what it is?'],
  ['Tab, arrows', 'among pods and nodes: the next in that direction; Enter: into focus'],
  ['Esc', 'back to the numbers'],
  ['c', 'a second run beside this one'],
  ['x', 'true time on the axis, or film time'],
  ['+ - 0', 'less of the time in the lanes, more, all of it'],
  ['t', 'light, dark, or as the system is'],
];

/** The keys of the page. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): React.ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <table>
        <tbody>
          {keys.map(([key, text]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
