/**
 * How types are laid out in the protobuf encoding, where the schema says what their fields are.
 *
 * A line names a type and then its fields in the order of their numbers; lines that start with a
 * blank continue the type before.
 *
 *     StatefulSetSpec replicas selector template volumeClaimTemplates serviceName
 *       podManagementPolicy updateStrategy revisionHistoryLimit minReadySeconds
 *     Volume name {hostPath emptyDir 5:awsElasticBlockStore}
 *
 * The first field has number 1 and each other one the number behind the one before it, unless a
 * number is written out. What else a word may say:
 *
 *     17:managedFields   this field has number 17
 *     (verbs)            a list that stands in a message of its own, as its field 1
 *     <window>           a duration: a text such as 30s in JSON, nanoseconds in a message here
 *     {hostPath ...}     a nested message with its own numbers, whose fields JSON shows next to
 *                        the others
 */
import { coreV1Numbers } from './protobuf-core-v1.ts';
import * as groups from './protobuf-groups.ts';
import { schemaModules } from './modules.ts';
import type { StructSchema, UnionSchema } from '#schema';

/** What the schema does not say: a list that is field 1 of a nested message, or a duration. */
export type FieldForm = 'plain' | 'wrapped' | 'duration';

/** A field of a message, named as in JSON. */
export interface NumberedField {
  readonly number: number;
  readonly name: string;
  readonly form: FieldForm;
}

/** A nested message whose fields JSON shows in the outer one. */
export interface InlineMessage {
  readonly number: number;
  readonly inline: readonly NumberedEntry[];
}

export type NumberedEntry = NumberedField | InlineMessage;

const texts: Readonly<Record<string, string>> = {
  'meta/v1': groups.metaV1Numbers,
  'core/v1': coreV1Numbers,
  'apps/v1': groups.appsV1Numbers,
  'batch/v1': groups.batchV1Numbers,
  'batch/v1beta1': groups.batchV1Numbers,
  'autoscaling/v1': groups.autoscalingV1Numbers,
  'autoscaling/v2': groups.autoscalingV2Numbers,
  'autoscaling/v2beta1': groups.autoscalingV2Beta1Numbers,
  'autoscaling/v2beta2': groups.autoscalingV2Numbers,
  'networking/v1': groups.networkingV1Numbers,
  'policy/v1': groups.policyV1Numbers,
  'policy/v1beta1': groups.policyV1Beta1Numbers,
  'node/v1': groups.nodeV1Numbers,
  'node/v1beta1': groups.nodeV1Numbers,
  'rbac/v1': groups.rbacV1Numbers,
  'storage/v1': groups.storageV1Numbers,
  'storage/v1beta1': groups.storageV1Beta1Numbers,
  'scheduling/v1': groups.schedulingV1Numbers,
  'coordination/v1': groups.coordinationV1Numbers,
  'discovery/v1': groups.discoveryV1Numbers,
  'discovery/v1beta1': groups.discoveryV1Beta1Numbers,
  'events/v1': groups.eventsV1Numbers,
  'events/v1beta1': groups.eventsV1Numbers,
  'certificates/v1': groups.certificatesV1Numbers,
  'flowcontrol/v1beta1': groups.flowcontrolNumbers,
  'flowcontrol/v1beta2': groups.flowcontrolNumbers,
  'apiregistration/v1': groups.apiregistrationV1Numbers,
  'authentication/v1': groups.authenticationV1Numbers,
  'authorization/v1': groups.authorizationV1Numbers,
  'apiextensions/v1': groups.apiextensionsV1Numbers,
  'admissionregistration/v1': groups.admissionregistrationV1Numbers,
  'metrics/v1beta1': groups.metricsV1Beta1Numbers,
};

/** Finds the numbers of a type's fields. The texts are parsed on first use. */
export class MessageLayouts {
  #lines: ReadonlyMap<string, string> | undefined;

  /**
   * The fields in the order of their numbers.
   * @throws Error if the type has no numbers, or its line cannot be read
   */
  of(struct: Pick<StructSchema | UnionSchema, 'definition'>): readonly NumberedEntry[] {
    this.#lines ??= linesByDefinition();
    const line = this.#lines.get(struct.definition);
    if (line === undefined) throw new Error(`${struct.definition}: fields have no numbers`);
    const words = line.match(/[{}]|[^\s{}]+/g) ?? [];
    const { entries, end } = readEntries(words, 0, struct.definition);
    if (end !== words.length) throw new Error(`${struct.definition}: unexpected }`);
    return entries;
  }
}

/** The layouts of every type that Orrery serves. */
export const messageLayouts: MessageLayouts = new MessageLayouts();

function linesByDefinition(): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const { name, definitions } of schemaModules) {
    for (const [, type, fields] of (texts[name] ?? '').matchAll(/^(\w+)(.*(?:\n .*)*)/gm)) {
      lines.set(`${definitions}.${type!}`, fields!);
    }
  }
  return lines;
}

/** Reads up to the end or the closing brace of an inline message. */
function readEntries(
  words: readonly string[],
  start: number,
  definition: string,
): { readonly entries: readonly NumberedEntry[]; readonly end: number } {
  const entries: NumberedEntry[] = [];
  let number = 0;
  let at = start;
  for (; at < words.length && words[at] !== '}'; at++) {
    const [, given, rest] = /^(?:(\d+):)?(.*)$/.exec(words[at]!)!;
    number = given === undefined ? number + 1 : Number(given);
    if (rest === '' || rest === '{') {
      // An explicit number is written in front of the brace.
      if (rest === '') at++;
      if (words[at] !== '{') throw new Error(`${definition}: expected { behind ${given!}:`);
      const { entries: inline, end } = readEntries(words, at + 1, definition);
      if (words[end] !== '}') throw new Error(`${definition}: missing }`);
      entries.push({ number, inline });
      at = end;
    } else {
      entries.push({ number, ...readField(rest!, definition) });
    }
  }
  return { entries, end: at };
}

function readField(word: string, definition: string): Omit<NumberedField, 'number'> {
  const match = /^(?:\((\w+)\)|<(\w+)>|([$\w-]+))$/.exec(word);
  if (match === null) throw new Error(`${definition}: cannot read ${word}`);
  const [, wrapped, duration, plain] = match;
  const form = wrapped !== undefined ? 'wrapped' : duration !== undefined ? 'duration' : 'plain';
  return { name: wrapped ?? duration ?? plain!, form };
}
