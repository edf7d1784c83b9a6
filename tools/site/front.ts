/** The first page of the site: one sentence, a run that moves, three doors, and the tables of README. */
import { escaped, render } from './markdown.ts';
import { policyWith } from './policy.ts';

export interface FrontParts {
  /** The text of README, whose tables are shown. */
  readonly readme: string;
  /** How many lessons there are. */
  readonly lessons: number;
  /** Where a link of README leads, seen from the front page. */
  readonly hrefOf: (target: string) => string;
  /** Where the site will be, ending with a slash. Other sites show a preview of it only by whole addresses. */
  readonly url?: string | undefined;
}

const title = 'Orrery: Kubernetes, on a clock you can stop';
const about =
  'A whole Kubernetes control plane in one npm package, on a clock you can stop. Change a line, watch the pods move, ask any number why.';
/** What the frame of the hero shows. */
const run = 'daemonset/rolling-update';

/** @throws {Error} for a README without the sections whose tables are shown */
export function frontHtml({ readme, lessons, hrefOf, url }: FrontParts): string {
  const sections = ['Beside the other ways', 'Clients that have been tried'].map((heading) => {
    return `<section>${render(sectionOf(readme, heading), hrefOf).html}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policyWith("frame-src 'self'")}">
<title>${title}</title>
<meta name="description" content="${about}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${about}">
${url === undefined ? '' : `<meta property="og:url" content="${escaped(url)}">\n`}<meta property="og:image" content="${escaped(url ?? '')}docs/pictures/card.png">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="theme/icon.svg">
<link rel="stylesheet" href="theme/colours.css">
<link rel="stylesheet" href="theme/front.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<nav aria-label="Site">
<a class="brand" href="index.html"><img src="theme/icon.svg" width="30" height="30" alt=""> Orrery</a>
<a href="playground/index.html">Playground</a>
<a href="lessons/index.html">Lessons</a>
<a href="readme.html">Docs</a>
<a href="#clients-that-have-been-tried">Clients</a>
</nav>
</header>
<main id="content" tabindex="-1">
<div class="hero">
<div>
<h1>Kubernetes, on a clock you can stop.</h1>
<p class="lead">A whole control plane in one npm package: change a line, watch the pods move, and ask any number <b>why</b>. No Docker, no etcd, no cluster.</p>
</div>
<div class="try">
<a class="button" href="playground/index.html">Open the playground</a>
<code class="command" tabindex="0">npx kube-orrery open ${run}</code>
</div>
</div>
<div class="stage"><iframe src="playground/index.html#run=${run}&amp;embed" title="A rolling update of a DaemonSet, playing"></iframe></div>
<p class="caption"><span>A real run, not a video: five nodes, a new image, a taint, a node that fails. Tap a number for its why.</span> <a href="playground/index.html#run=${run}">Open it large</a></p>
<section class="doors" aria-label="Where to start">
${doors(lessons).map(doorHtml).join('\n')}
</section>
${sections.join('\n')}
</main>
<footer><span>Orrery, Apache-2.0</span> <a href="readme.html">Docs</a> <a href="scenarios/index.html">Scenarios</a> <a href="CHANGELOG.html">Changelog</a> <span>Nothing you type leaves the page.</span></footer>
</body>
</html>
`;
}

interface Door {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  readonly to: string;
  readonly go: string;
}

function doors(lessons: number): readonly Door[] {
  return [
    {
      name: 'Learn',
      text: `${lessons} lessons. Predict a number, play the moment, see the run in which you would have been right.`,
      code: 'maxSurge: 1   →   how many pods at 0:21?',
      to: 'playground/index.html#lesson=rolling-update',
      go: 'Start with rolling updates →',
    },
    {
      name: 'Test my client',
      text: 'An API over HTTPS for operators, dashboards and CI, in any language. An hour passes in a moment; faults come on request.',
      code: 'npx kube-orrery serve\nkubectl get pods',
      to: 'docs/reference/serve.html',
      go: 'Point your client at it →',
    },
    {
      name: 'Script a scenario',
      text: 'A YAML file of steps and checks. The same file and seed give the same run, byte for byte, on every machine.',
      code: '- at: 100s\n  failNode: node-3',
      to: 'docs/guide/a-first-scenario.html',
      go: 'Write the first one →',
    },
  ];
}

function doorHtml({ name, text, code, to, go }: Door): string {
  return `<a class="door" href="${to}"><b>${name}</b><span>${text}</span><code>${escaped(code)}</code><span class="go">${go}</span></a>`;
}

/** A section of a text with its heading. @throws {Error} */
function sectionOf(text: string, heading: string): string {
  const found = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  if (found === undefined) throw new Error(`README.md has no section "${heading}"`);
  return found;
}
