/** The script of the docs: search. Without it they are read all the same. */
import { search, type SearchEntry } from './search.ts';

const root = (document.currentScript as HTMLScriptElement).dataset['root']!;
const form = document.querySelector<HTMLFormElement>('#search')!;
const field = form.querySelector('input')!;
const status = form.querySelector('[role=status]')!;
const list = form.querySelector('ol')!;

let loaded: Promise<readonly SearchEntry[]> | undefined;

function entries(): Promise<readonly SearchEntry[]> {
  loaded ??= fetch(`${root}theme/search.json`).then((answer) => answer.json() as Promise<[]>);
  return loaded;
}

async function show(): Promise<void> {
  const query = field.value;
  let all: readonly SearchEntry[];
  try {
    all = await entries();
  } catch {
    // It is loaded again with the next letter.
    loaded = undefined;
    status.textContent = 'The search cannot be loaded';
    return;
  }
  const found = search(all, query);
  // Somebody typed on meanwhile.
  if (field.value !== query) return;
  status.textContent = query.trim() === '' ? '' : `${found.length || 'Nothing'} found`;
  list.replaceChildren(
    ...found.map(({ entry, excerpt }) => {
      const link = document.createElement('a');
      link.href = root + entry.path;
      const name = document.createElement('b');
      name.textContent = entry.heading;
      const page = document.createElement('span');
      page.textContent = entry.heading === entry.title ? '' : ` ${entry.title}`;
      const text = document.createElement('small');
      text.textContent = excerpt;
      link.append(name, page, text);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
    ...(found.length === 0 && query.trim() !== '' ? [nothingFound(query)] : []),
  );
}

/** What stands in the list where nothing is found. */
function nothingFound(query: string): HTMLElement {
  const item = document.createElement('li');
  item.className = 'nothing';
  item.textContent = `No page has "${query.trim()}". Fewer words find more.`;
  return item;
}

function close(): void {
  field.value = '';
  status.textContent = '';
  list.replaceChildren();
}

form.hidden = false;
field.addEventListener('focus', () => void entries().catch(() => undefined));
field.addEventListener(
  'input',
  () => void show().catch(() => (status.textContent = 'No search here')),
);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
form.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Escape') {
    close();
    field.focus();
  } else if (event.key === 'ArrowDown') (links[at + 1] ?? field).focus();
  else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : field)?.focus();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key !== '/' || (target as HTMLElement).closest('input')) return;
  event.preventDefault();
  field.focus();
});
list.addEventListener('click', (event) => {
  if ((event.target as HTMLElement).closest('a')) close();
});
// The contents scroll to the page; the page itself does not.
const contents = document.querySelector('#contents')!;
const current = contents.querySelector<HTMLElement>('[aria-current]');
if (current) contents.scrollTop = current.offsetTop - contents.clientHeight / 2;

// Once loaded, the site opens without a network.
if ('serviceWorker' in navigator) {
  void navigator.serviceWorker.register(`${root}offline.js`).catch(() => undefined);
}
