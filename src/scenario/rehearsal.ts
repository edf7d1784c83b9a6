/**
 * What the API makes of the objects of a scenario: they are written to a control plane without machines
 * and without time, by its own defaults, validation and admission.
 */
import { ApiError, nearest, type KubeObject, type NewObject } from '#values';
import { decodeAs, pod as podKind, profileAfter, type Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import { isBroken } from '#pool';
import type { Client, Ref } from '#runtime';
import type { Clock } from '#clock';
import type { Machinery } from './machinery.ts';
import { placeOf } from './place-of.ts';
import type { Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import type { Checker } from './shape/checker.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';
import { DEFAULT_NAMESPACE } from './shape/reference.ts';
import type { Node } from './source/node.ts';
import type { ReleaseMove, Step } from './step.ts';
import { applyOne } from './steps/apply.ts';
import { templatePod } from './template-pod.ts';

/** The control plane to write to. It runs no workload, and no time passes. */
export interface Stage {
  readonly client: Client;
  readonly clock: Clock;
  readonly kinds: KindRegistry;
  readonly machinery: Machinery;
  /** Resolves once its controllers have done what is due. */
  settled(): Promise<void>;
}

/** Verbs that only write objects. */
const WRITES = new Set(['patch', 'label', 'annotate', 'scale', 'restart', 'setImage', 'delete']);
/** Of a step that is repeated, more repetitions say nothing new. */
const MOST_REPETITIONS = 3;
/** They call programs elsewhere. */
const LEFT_OUT = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

/** Returns the problems that the API has with the objects and writes of a scenario. */
export async function rehearse(scenario: Scenario, stage: Stage): Promise<readonly Problem[]> {
  return new Rehearsal(stage).run(scenario);
}

class Rehearsal {
  readonly #stage: Stage;
  readonly #problems: Problem[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async run({ written = [], steps }: Scenario): Promise<readonly Problem[]> {
    for (const placed of written) {
      await this.#begin(placed);
      this.#noteImages(placed.manifest, placed.node, placed.checker);
    }
    const repetitions = new Map<string, number>();
    for (const step of steps) {
      const place = `${step.file}:${step.line}`;
      const count = (repetitions.get(place) ?? 0) + 1;
      repetitions.set(place, count);
      if (count <= MOST_REPETITIONS) await this.#step(step);
    }
    return this.#problems;
  }

  /** An object of the initial state is there already: writing it again has it validated. */
  async #begin(placed: PlacedManifest): Promise<void> {
    const { kind, ref } = this.#find(placed) ?? {};
    const isMade = (placed.manifest.metadata as { ownerReferences?: unknown }).ownerReferences;
    if (kind === undefined || ref === undefined || isMade !== undefined || kind.wire.readOnly)
      return;
    const body = { metadata: { annotations: { 'orrery/lint': 'true' } } };
    try {
      await this.#stage.client.patch(kind, ref, { type: 'merge', body });
      await this.#template(placed, kind, ref);
    } catch (error) {
      await this.#refused(error, placed);
    }
  }

  async #step(step: Step): Promise<void> {
    for (const placed of step.objects ?? []) {
      await this.#apply(placed);
      this.#noteImages(placed.manifest, placed.node, placed.checker);
    }
    if (step.moves !== undefined) await this.#move(step.moves);
    if (!WRITES.has(step.verb)) return;
    const { shown: file, line } = step;
    for (const [image] of brokenImages(step.written())) {
      this.#problems.push({ file, line, column: 1, message: brokenText(image), isNote: true });
    }
    try {
      await step.run({ ...this.#stage, seed: 1 });
      await this.#stage.settled();
    } catch (error) {
      const { code, message } = error as Partial<ApiError>;
      // What controllers make is missing here, so other errors mean nothing.
      if (!(error instanceof ApiError) || (code !== 422 && code !== 400)) return;
      this.#problems.push({ file, line, column: 1, message: message! });
    }
  }

  /** What comes after is written to the release that there is then. */
  async #move({ to, featureGates }: ReleaseMove): Promise<void> {
    const { kinds, machinery } = this.#stage;
    await machinery.move(profileAfter(kinds.profile, to, featureGates));
    await this.#stage.settled();
  }

  async #apply(placed: PlacedManifest): Promise<void> {
    const { kind, ref } = this.#find(placed) ?? {};
    if (kind === undefined || LEFT_OUT.has(kind.kind)) return;
    try {
      await applyOne(placed, this.#stage);
      await this.#stage.settled();
      if (ref !== undefined) await this.#template(placed, kind, ref);
    } catch (error) {
      await this.#refused(error, placed);
    }
  }

  /** Whether the pods of a workload would be accepted. */
  async #template(placed: PlacedManifest, kind: Kind, ref: Ref): Promise<void> {
    const found = templatePod(await this.#stage.client.get(kind, ref));
    if (found === undefined) return;
    const { body, path } = found;
    const { client } = this.#stage;
    try {
      const decoded = decodeAs(podKind as unknown as Kind, body) as NewObject<KubeObject>;
      const result = await client.create(podKind as unknown as Kind, decoded);
      await client.delete(podKind, result.metadata, {
        gracePeriodSeconds: 0,
      });
      await this.#stage.settled();
    } catch (error) {
      await this.#refused(error, placed, path);
    }
  }

  #find({ manifest, namespace: usual }: PlacedManifest): Found | undefined {
    const kind = this.#stage.kinds.byKind(manifest.apiVersion, manifest.kind);
    if (kind === undefined) return undefined;
    const { name, namespace = usual ?? DEFAULT_NAMESPACE } = manifest.metadata;
    if (name === undefined) return { kind };
    return { kind, ref: kind.namespaced ? { namespace, name } : { name } };
  }

  /** @param template where the template of the refused pod is; absent for an object of the scenario itself */
  async #refused(error: unknown, placed: PlacedManifest, template?: string): Promise<void> {
    if (!(error instanceof ApiError) || dependsOnTime(error)) return;
    const { node, checker, manifest } = placed;
    const { message, details, code } = error;
    const isMissingNamespace = code === 404 && details?.kind === 'namespaces';
    if (code === 404 && !isMissingNamespace) return;
    const name = `${manifest.kind} ${manifest.metadata.name ?? ''}`.trim();
    const hint = isMissingNamespace ? await this.#nearNamespace(details.name) : undefined;
    const causes = code === 422 ? (details?.causes ?? []) : [];
    const problems =
      causes.length === 0
        ? [{ field: '', text: message.replace(/^pods "[^"]*" is forbidden: /, '') }]
        : causes.map((cause) => ({
            field: cause.field ?? '',
            text: [cause.field, cause.message ?? cause.reason].filter(Boolean).join(': '),
          }));
    for (const { field, text } of problems) {
      const path = template === undefined ? field : inTemplate(field, template);
      const about =
        template === undefined ? `the API refuses ${name}` : `the API refuses the pods of ${name}`;
      this.#problems.push({
        ...placeOf(isMissingNamespace ? 'metadata.namespace' : path, node, checker),
        message: `${about}: ${text}`,
        ...(hint !== undefined && { hint }),
        // A scenario may show what happens to them.
        ...(template !== undefined && { isWarning: true as const }),
      });
    }
  }

  #noteImages(manifest: object, node: Node, checker: Checker): void {
    for (const [image, path] of brokenImages(manifest)) {
      const place = placeOf(path, node, checker);
      this.#problems.push({ ...place, message: brokenText(image), isNote: true });
    }
  }

  async #nearNamespace(name = ''): Promise<string | undefined> {
    const namespaces = this.#stage.kinds.byName('namespaces')!;
    const { items } = await this.#stage.client.list(namespaces);
    const near = nearest(
      name,
      items.map((each) => each.metadata.name),
    );
    return near === undefined ? undefined : `did you mean "${near}"?`;
  }
}

interface Found {
  readonly kind: Kind;
  readonly ref?: Ref;
}

/** Returns the images in a value that no simulated node can pull, with their paths. */
function* brokenImages(value: unknown, path = ''): Iterable<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (key === 'image' && typeof part === 'string' && isBroken(part)) yield [part, at];
    else yield* brokenImages(part, at);
  }
}

function brokenText(image: string): string {
  return `the image "${image}" never starts: an image with "broken" in its name cannot be pulled`;
}

/**
 * Returns whether it may be otherwise in the run, when time has passed and controllers have worked.
 */
function dependsOnTime({ code, message }: ApiError): boolean {
  if (code === 409 || code >= 500) return true;
  return /exceeded quota|being terminated|status unknown for quota/.test(message);
}

/** Returns the path of a field of a pod in the object that has its template. */
function inTemplate(field: string, template: string): string {
  return `${template}.${field}`;
}
