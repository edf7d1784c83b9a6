import type { Done } from './store.ts';

/** What was done: the command that does the same, where there is one, and the step of a scenario. */
export function DoneText({ done }: { readonly done: Omit<Done, 'atMs'> }): React.ReactNode {
  return (
    <>
      {done.command !== undefined && (
        <>
          <code>{done.command}</code>
          <br />
        </>
      )}
      As a step of a scenario: <code>{JSON.stringify(done.step)}</code>
    </>
  );
}
