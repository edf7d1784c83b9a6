/** Markdown as HTML, and as texts to search in. */
import { yamlLanguage } from '@codemirror/lang-yaml';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import MarkdownIt, { type Token } from 'markdown-it';

/** A heading with what stands below it. */
export interface Passage {
  readonly heading: string;
  /** Its place in the page. */
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly passages: readonly Passage[];
}

/** @param hrefOf where a link leads that is written in it */
export function render(text: string, hrefOf: (target: string) => string): Rendered {
  const tokens = markdown.parse(text, {});
  const passages: Passage[] = [];
  const ids = new Map<string, number>();
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = plainText(tokens[i + 1]!);
      const id = uniqueId(heading, ids);
      token.attrSet('id', id);
      passages.push({ heading, id, level: Number(token.tag.slice(1)), text: '' });
    } else if (passages.length > 0 && tokens[i - 1]?.type !== 'heading_open') {
      const last = passages.pop()!;
      passages.push({ ...last, text: `${last.text} ${plainText(token)}`.trim() });
    }
    for (const child of token.children ?? []) {
      for (const name of ['href', 'src']) {
        const target = child.attrGet(name);
        if (target !== null) child.attrSet(name, hrefOf(target));
      }
    }
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), passages };
}

// Pages of the API have anchors in HTML; all texts are our own.
const markdown = new MarkdownIt({ html: true, highlight });

// What may be wider than the screen is scrolled by itself, by keyboard too.
markdown.renderer.rules.table_open = () =>
  '<div class="table-box" role="group" aria-label="Table" tabindex="0"><table>';
markdown.renderer.rules.code_block = (tokens, i) => highlight(tokens[i]!.content, '');
markdown.renderer.rules.table_close = () => '</table></div>';

function highlight(code: string, language: string): string {
  const body = language === 'yaml' ? coloured(code) : escaped(code);
  return `<pre tabindex="0"><code>${body}</code></pre>`;
}

function coloured(code: string): string {
  let html = '';
  highlightCode(
    code,
    yamlLanguage.parser.parse(code),
    classHighlighter,
    (text, classes) => {
      html += classes === '' ? escaped(text) : `<span class="${classes}">${escaped(text)}</span>`;
    },
    () => {
      html += '\n';
    },
  );
  return html;
}

function plainText({ type, content, children }: Token): string {
  if (children === null) return type === 'fence' || type === 'code_block' ? content : '';
  return children
    .map((child) =>
      child.type === 'softbreak' ? ' ' : child.type === 'html_inline' ? '' : child.content,
    )
    .join('');
}

/** As GitHub makes them, so that links work there and here. */
function uniqueId(heading: string, ids: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

export function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
