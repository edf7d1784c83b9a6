/** The look of the editor, by the page's own colours, so it is light or dark as the page is. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.typeName], color: 'var(--step)' },
  { tag: [tags.labelName, tags.meta], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator], color: 'var(--dim)' },
]);

const box = {
  backgroundColor: 'var(--back)',
  color: 'var(--text)',
  border: '1px solid var(--edge)',
};
const marked = { backgroundColor: 'var(--hit)', outline: '1px solid var(--warn)' };
const line = { backgroundColor: 'var(--lane)' };

export const look = EditorView.theme({
  '&': { ...box, borderRadius: '5px', height: 'var(--editor-height)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    ...{ backgroundColor: 'var(--lane)', color: 'var(--dim)' },
    borderRight: '1px solid var(--edge)',
  },
  '.cm-activeLine': line,
  '.cm-selectionMatch': { backgroundColor: 'transparent', outline: '1px dotted var(--dim)' },
  '.cm-searchMatch, &.cm-focused .cm-matchingBracket, &.cm-focused .cm-nonmatchingBracket': marked,
  '.cm-searchMatch-selected': { ...marked, outlineWidth: '2px' },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--edge)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--edge)' },
  '.cm-textfield, .cm-button': { ...box, backgroundImage: 'none', borderRadius: '5px' },
  '.cm-panel.cm-search': { fontSize: '13px' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': {
    fontSize: '13px',
  },
  '.cm-tooltip': { ...box, maxWidth: 'min(90vw, 520px)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    ...{ backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '4px 8px' },
  '.cm-diagnostic': { whiteSpace: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': {
    backgroundColor: 'var(--hit)',
    color: 'var(--text)',
  },
});
