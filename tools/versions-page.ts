/**
 * Writes docs/versions.md, what each release of Kubernetes has here, from the tables by which it is imitated.
 *
 *     npm run build && node build/tools/versions-page.js
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format } from 'prettier';
import { answeredKinds, kindsWithMetrics, missingKinds } from '#catalog';
import {
  apiVersionOf,
  defaultProfile,
  gateNames,
  gatesIn,
  profileOf,
  releaseChanges,
  releases,
  servedIn,
  textOfGate,
  withGates,
  withRuntimeConfig,
  type Profile,
  type ReleaseChanges,
  type ServedKind,
} from '#kinds';

/** Where the page is, relative to the repository. */
export const VERSIONS_PAGE = 'docs/versions.md';

/** Of these, a server ran beside the tables; what the others have is derived from what is published of them. */
const compared = new Set([24, 26, 28, 29, 30, 32, 33, 34, 35, 36, 37]);
/** Of these, requests were recorded. */
const recorded = new Set([24, 26, 28, 30, 32, 34, 35, 37]);

const profiles = [...releases.keys()].map(profileOf);
const effective = new Set(gateNames);

/** The text of the page. */
export function versionsPage(): Promise<string> {
  const parts = [intro, table(), changes(), missing(), withoutEffect(), adding];
  return format(`${parts.join('\n\n')}\n`, { parser: 'markdown', printWidth: 100 });
}

const intro = `# Releases of Kubernetes

The release is an argument: \`--kubernetes 1.34\` (also \`v1.34\`, \`1.34.4\`, \`latest\`, or the variable
\`ORRERY_KUBERNETES\`), \`kubernetes: '1.34'\` in a scenario and in \`createCluster\`, \`version\` in envtest. Without it, it is
1.${defaultProfile.minor}. Each minor release is imitated as its last patch. \`orrery versions 1.29..1.33\` prints all
that differs between two, with every field and gate; this page is written by \`npm run generate\` from the same tables.`;

function table(): string {
  const rows = profiles.map((profile) => {
    const { minor, release } = profile;
    const served = servedIn(minor);
    const gates = [...gatesIn(profile).keys()];
    const here = served.length - unservedIn(profile).length;
    return [
      `1.${minor}${minor === defaultProfile.minor ? ' (default)' : ''}`,
      release.gitVersion,
      `${here} of ${served.length}`,
      `${gates.filter((gate) => effective.has(gate)).length} of ${gates.length}`,
      recorded.has(minor) ? 'recorded' : compared.has(minor) ? 'compared' : 'derived',
    ];
  });
  return `## What each has

${markdownTable(['Release', 'Imitated', 'Kinds', 'Gates with an effect', 'Checked'], rows)}

Kinds are those that a server serves by default, each version of a kind counted. \`recorded\`: requests to a real
server are replayed by the tests, at 1.24, 1.30, 1.34 and 1.37 also runs of its controllers. \`compared\`: kinds, fields, gates, discovery, default roles and what a fresh
server creates were compared with a running server. \`derived\`: they follow from the API specification and the source of
that release, between two that were compared.`;
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The kinds of a release that are not served here. */
function unservedIn(profile: Profile): readonly ServedKind[] {
  const here = new Set(
    [...kindsWithMetrics(profile), ...answeredKinds(profile)].map(
      (kind) => `${apiVersionOf(kind)} ${kind.kind}`,
    ),
  );
  return servedIn(profile.minor).filter((kind) => !here.has(nameOf(kind)));
}

function nameOf({ apiVersion, kind }: ServedKind): string {
  return `${apiVersion} ${kind}`;
}

function changes(): string {
  const parts = profiles.slice(1).map((profile, at) => {
    const lines = changesIn(releaseChanges(profiles[at]!, profile));
    return `### 1.${profile.minor}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
  });
  return `## What came and went

Of fields that came, those of types that both releases have; of gates, those with an effect here whose default changed.
Behaviours are what changed without a gate.

${parts.join('\n\n')}`;
}

/** A line for each subject that has changes. */
function changesIn({ kinds, types, gates, behaviours }: ReleaseChanges): readonly string[] {
  const fields = types.flatMap(({ type, added }) =>
    added.map(({ field }) => `${type.slice(type.indexOf(' ') + 1)}.${field}`),
  );
  const defaults = [...gates.added, ...gates.changed.map(({ gate, to }) => ({ gate, ...to }))]
    .filter(({ gate }) => effective.has(gate))
    .map((gate) => `${gate.gate} (${textOfGate(gate)})`);
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['Kinds that came', kinds.added.map(nameOf)],
    ['Kinds that went', kinds.removed.map(nameOf)],
    ['Kinds that are warned of', kinds.deprecated.map(nameOf)],
    ['Fields that came', fields],
    ['Gates', defaults],
  ];
  return [
    ...lines
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => `${what}: ${codes(names)}`),
    ...behaviours.added.map((name) => sentenceOf(name)),
    ...behaviours.removed.map((name) => `No longer: ${sentenceOf(name)}`),
  ];
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

const tables = 'src/kinds/profile/behaviours';
const behavioursText = readdirSync(tables)
  .map((name) => readFileSync(`${tables}/${name}`, 'utf8'))
  .join('\n');

/** What the table says about a behaviour. */
function sentenceOf(name: string): string {
  const said = new RegExp(`/\\*\\* ([^*]*) \\*/\\s+${name}: `).exec(behavioursText)?.[1];
  return said ?? name;
}

function missing(): string {
  const rows = new Map<string, number[]>();
  for (const profile of profiles) {
    for (const kind of unservedIn(profile)) {
      rows.set(nameOf(kind), [...(rows.get(nameOf(kind)) ?? []), profile.minor]);
    }
  }
  const lines = [...rows].map(([kind, minors]) => `- \`${kind}\` (${spanOf(minors)})`);
  const list = lines.length > 0 ? lines.join('\n') : 'None.';
  const asked = [...askedFor()].map(([kind, minors]) => `- \`${kind}\` (${spanOf(minors)})`);
  return `## What is left out

Kinds that a server of the release serves by default, and that are not served here:

${list}

\`--runtime-config\` serves versions before the stable one as well ([how](reference/serve.md#what-is-served)); of those that
a server has, these are not served here:

${asked.join('\n')}`;
}

/** What a server serves only where it is asked for it, and ours does not: the minors by kind. */
function askedFor(): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (const profile of profiles) {
    // A kind behind a gate is served while the gate is on.
    const settable = [...profile.gates].filter(([, { gone, locked }]) => !gone && !locked);
    const gates = Object.fromEntries(settable.map(([gate]) => [gate, true]));
    const all = withRuntimeConfig(withGates(profile, gates), { 'api/all': true });
    for (const kind of missingKinds(all)) {
      rows.set(nameOf(kind), [...(rows.get(nameOf(kind)) ?? []), profile.minor]);
    }
  }
  return rows;
}

/** `1.30 to 1.33`; each kind is left out in releases that follow each other. */
function spanOf(minors: readonly number[]): string {
  const [first, last] = [minors[0]!, minors.at(-1)!];
  return first === last ? `1.${first}` : `1.${first} to 1.${last}`;
}

/** Alpha gates of any release that can be set, and do nothing. */
function withoutEffect(): string {
  const alpha = profiles.flatMap((profile) =>
    [...gatesIn(profile)].filter(([, { stage }]) => stage === 'alpha').map(([gate]) => gate),
  );
  const names = [...new Set(alpha)].filter((gate) => !effective.has(gate)).sort();
  return `## Alpha gates without effect

\`--feature-gates\` accepts each gate that the release knows, and refuses others as the release does. Of those that are alpha in
some release, these have no effect here, which \`orrery serve\` says when one is set: ${codes(names)}.`;
}

const adding = `## Adding a release

Another minor, such as 1.38, is data: code asks for names, and only these files know minors.

| File | What is added | From |
| --- | --- | --- |
| \`src/kinds/profile/releases.ts\` | a line: last patch, Go, date | \`/version\` of a server |
| \`src/kinds/profile/served-table.ts\` | ranges of kinds that come and go, storage versions, warnings | its discovery, and the storage hashes in it |
| \`src/kinds/GROUP/*.api.ts\` | fields with \`since=1.38\` and their gates, \`until=\` of those that went, words with \`@1.38-\` | its OpenAPI v2 and v3, and the protobuf numbers of its types |
| \`src/kinds/profile/gates-table.ts\` | the states of gates from 1.38 on, and what they need | \`kube-apiserver --help\`, or the metric \`kubernetes_feature_enabled\` |
| \`src/kinds/profile/behaviours\` | what changed without a gate, by a name that code asks for | recorded requests that differ from those of 1.37 |
| \`test/conformance/versions\` | the facts of 1.38, which the tests compare with all of the above | the same |

Then \`npm run generate\` writes types and pages; \`npm run conformance:api -- --kubernetes 1.38 DIR\` compares recordings,
and \`npm run conformance:openapi -- --kubernetes 1.38 DIR\` types and operations with \`api/openapi-spec\` of Kubernetes' repository. A new
kind is a file of its own ([CONTRIBUTING.md](../CONTRIBUTING.md#adding-a-kind)).`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(VERSIONS_PAGE, await versionsPage());
}
