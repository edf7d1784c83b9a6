import { useEffect, useState } from 'react';
import type { Problem } from '#scenario';
import type { Completions } from '../engine/complete/index.ts';
import { theEngine } from './actions.ts';
import { act } from './acting.ts';
import { CodeEditor } from './code-editor.tsx';
import { Problems, type Place } from './problems.tsx';
import { store } from './store.ts';

/** Changes an object as YAML, and applies it. */
export function EditPart({ yaml }: { readonly yaml: string }): React.ReactNode {
  const [text, setText] = useState<string>();
  if (text === undefined) {
    return (
      <button type="button" onClick={() => void theEngine().ask('editable', [yaml]).then(setText)}>
        Edit
      </button>
    );
  }
  return <ManifestForm text={text} onText={setText} onDone={() => setText(undefined)} />;
}

interface FormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onDone: () => void;
}

/** A manifest that is applied. */
export function ManifestForm({ text, onText, onDone }: FormProps): React.ReactNode {
  const [problem, setProblem] = useState<string>();
  const [place, setPlace] = useState<Place>();
  const problems = useProblems(text);
  const apply = async (): Promise<void> => {
    try {
      const objects = await theEngine().ask('objectsIn', [text]);
      setProblem(undefined);
      const [only, ...more] = objects;
      await act({
        step: { apply: more.length === 0 ? only! : objects },
        command: 'kubectl apply -f manifest.yaml',
      });
      onDone();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <CodeEditor
        label="Manifest"
        text={text}
        onText={onText}
        onSubmit={() => void apply()}
        complete={complete}
        marks={problems}
        goTo={place}
      />
      <Problems problems={problems} onChoose={setPlace} />
      <div aria-live="polite">{problem !== undefined && <p className="bad">{problem}</p>}</div>
      <button type="submit" className="primary" disabled={text.trim() === ''}>
        Apply
      </button>
    </form>
  );
}

/** By the kinds of the cluster that is shown. */
async function complete(text: string, offset: number): Promise<Completions | undefined> {
  const { run } = store.get();
  return run && theEngine().ask('completeManifest', [run.id, text, offset]);
}

/** What is wrong with a manifest, a moment after it was changed. */
function useProblems(text: string): readonly Problem[] {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    const { run } = store.get();
    let isLatest = true;
    const look = async (): Promise<void> => {
      const found =
        run === undefined || text.trim() === ''
          ? []
          : await theEngine().ask('lintManifest', [run.id, text]);
      if (isLatest) setProblems(found);
    };
    // A run that is no longer open knows nothing.
    const timer = setTimeout(() => void look().catch(() => undefined), 400);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [text]);
  return problems;
}
