import { useEffect, useRef, useState } from 'react';
import type { createEditor, Editor, EditorOptions, Mark } from '../editor/editor.ts';

export type EditorModule = { readonly createEditor: typeof createEditor };

let load: (() => Promise<EditorModule>) | undefined;

/** @param loader loads the editor when it is first shown */
export function useEditor(loader: () => Promise<EditorModule>): void {
  load = loader;
}

interface CodeEditorProps extends Pick<EditorOptions, 'label' | 'text' | 'onText' | 'onSubmit'> {
  readonly complete?: EditorOptions['complete'];
  readonly marks?: readonly Mark[];
  /** Where to go in the text: a new value goes there. */
  readonly goTo?: Pick<Mark, 'line' | 'column'> | undefined;
}

/** An editor for YAML; a plain field until it is loaded, and where it cannot be. */
export function CodeEditor(props: CodeEditorProps): React.ReactNode {
  const { label, text, onText, onSubmit, complete, marks = none, goTo } = props;
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // What it calls is that of the latest drawing.
  const latest = useRef(props);
  latest.current = props;
  const [editor, setEditor] = useState<Editor>();
  const typed = useRef<string[]>([]);
  useEffect(() => {
    let made: Editor | undefined;
    let isGone = false;
    void load?.().then(({ createEditor }) => {
      if (isGone) return;
      const typing = document.activeElement === field.current && field.current?.selectionStart;
      made = createEditor({
        parent: box.current!,
        label,
        text: latest.current.text,
        onText: (next) => {
          typed.current.push(next);
          latest.current.onText(next);
        },
        onSubmit: () => latest.current.onSubmit(),
        ...(complete && { complete }),
      });
      if (typeof typing === 'number') made.focusAt(typing);
      setEditor(made);
    }, ignore);
    return () => {
      isGone = true;
      made?.destroy();
      setEditor(undefined);
    };
  }, [label]);
  // A text that was typed comes back late: the editor may have a later one.
  useEffect(() => {
    const at = typed.current.indexOf(text);
    typed.current.splice(0, at < 0 ? Infinity : at + 1);
    if (at < 0) editor?.setText(text);
  }, [editor, text]);
  useEffect(() => editor?.setMarks(marks), [editor, marks]);
  useEffect(() => {
    if (goTo !== undefined) editor?.goTo(goTo.line, goTo.column);
  }, [goTo]);
  return (
    <>
      <div ref={box} className="code-editor" />
      {editor === undefined && (
        <textarea
          ref={field}
          aria-label={label}
          value={text}
          spellCheck={false}
          rows={16}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onSubmit();
          }}
        />
      )}
    </>
  );
}

const none: readonly Mark[] = [];

/** The plain field stays. */
function ignore(): void {}
