/**
 * An editor for YAML. It is loaded when it is first shown, and knows nothing of the page: texts go in
 * and out, and what to complete and what is wrong is handed in.
 */
import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { Completions } from '../engine/complete/index.ts';
import { colours, look } from './look.ts';

/** Something that is wrong with the text: lines and columns are counted from 1. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly isWarning?: boolean | undefined;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** What screen readers call it. */
  readonly label: string;
  readonly onText: (text: string) => void;
  /** Ctrl+Enter. */
  readonly onSubmit: () => void;
  readonly complete?: (text: string, offset: number) => Promise<Completions | undefined>;
}

export interface Editor {
  /** Another text, unless it is the one that it has. */
  setText(text: string): void;
  setMarks(marks: readonly Mark[]): void;
  goTo(line: number, column: number): void;
  focusAt(offset: number): void;
  destroy(): void;
}

/** A change that comes from the page, so the page knows it. */
const fromPage = Annotation.define<true>();

export function createEditor(options: EditorOptions): Editor {
  const { parent, text, label, onText, onSubmit, complete } = options;
  // In a shadow tree its styles are sheets of that tree: no policy has to allow styles in the page.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const submit = {
    key: 'Mod-Enter',
    run: (): boolean => {
      onSubmit();
      return true;
    },
  };
  const view = new EditorView({
    parent: root,
    root,
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      yaml(),
      syntaxHighlighting(colours),
      look,
      autocompletion({ icons: false, ...(complete && { override: [sourceOf(complete)] }) }),
      // Tab is not among the keys, so it leaves the editor.
      keymap.of([
        submit,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.domEventHandlers({ beforeinput: replaceSelected }),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && !transactions.some((each) => each.annotation(fromPage))) {
          onText(state.doc.toString());
        }
      }),
    ],
  });
  const show = (anchor: number): void => {
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
  };
  return {
    setText(next) {
      const { doc } = view.state;
      if (doc.toString() === next) return;
      const changes = { from: 0, to: doc.length, insert: next };
      view.dispatch({ changes, selection: { anchor: 0 }, annotations: fromPage.of(true) });
    },
    setMarks(marks) {
      const { doc } = view.state;
      const found = marks.map((mark) => diagnosticOf(mark, doc));
      view.dispatch(setDiagnostics(view.state, found));
    },
    goTo: (line, column) => show(offsetOf(view.state.doc, line, column)),
    focusAt: (offset) => show(Math.min(offset, view.state.doc.length)),
    destroy: () => view.destroy(),
  };
}

/**
 * Chromium keeps the colours of a text that is typed over, as styles that a strict policy refuses and
 * reports: so what is selected is replaced here.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  const { from, to } = selectedIn(view);
  if (inputType !== 'insertText' || data === null || from === to) return false;
  const selection = { anchor: from + data.length };
  view.dispatch({ changes: { from, to, insert: data }, selection, userEvent: 'input.type' });
  return true;
}

/** The view knows also what is selected out of sight, but hears late of a selection that the browser knows at once. */
function selectedIn(view: EditorView): { from: number; to: number } {
  const { main } = view.state.selection;
  // Not part of the standard: only Chromium, whose styles this is about, has it.
  const { getSelection } = view.root as { getSelection?: () => Selection | null };
  const selected = getSelection?.call(view.root);
  if (!main.empty || !selected?.rangeCount) return main;
  const range = selected.getRangeAt(0);
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

/** From the place to the end of its word, or of the line. */
function diagnosticOf({ line, column, message, hint, isWarning }: Mark, doc: Text): Diagnostic {
  const from = offsetOf(doc, line, column);
  const rest = doc.sliceString(from, doc.lineAt(from).to);
  const [word] = /^(?:"[^"]*"|'[^']*'|[\w./-]+)/.exec(rest) ?? [rest];
  return {
    from,
    to: from + word.length,
    severity: isWarning === true ? 'warning' : 'error',
    message: hint === undefined ? message : `${message} ${hint}`,
  };
}

function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}

function sourceOf(complete: NonNullable<EditorOptions['complete']>) {
  return async ({ state, pos, explicit, aborted }: CompletionContext) => {
    const { text, from } = state.doc.lineAt(pos);
    // Without a word only when asked for.
    if (!explicit && !/[\w$]$/.test(text.slice(0, pos - from))) return null;
    const found = await complete(state.doc.toString(), pos);
    if (found === undefined || aborted) return null;
    return {
      ...{ from: found.from, to: found.to, validFor: /^[\w./$-]*$/ },
      options: found.options.map(({ label, text: apply, doc, is }, i) => ({
        ...{ label, apply, boost: -Math.min(i, 99), type: is === 'name' ? 'property' : 'constant' },
        ...(doc !== undefined && { info: doc }),
      })),
    } satisfies CompletionResult;
  };
}
