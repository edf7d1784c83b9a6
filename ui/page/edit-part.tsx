import { useState } from 'react';
import { theEngine } from './actions.ts';
import { act } from './acting.ts';
import { CodeEditor } from './code-editor.tsx';

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
      <CodeEditor label="Manifest" text={text} onText={onText} onSubmit={() => void apply()} />
      <div aria-live="polite">{problem !== undefined && <p className="bad">{problem}</p>}</div>
      <button type="submit" className="primary" disabled={text.trim() === ''}>
        Apply
      </button>
    </form>
  );
}
