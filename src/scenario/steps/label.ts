/** Steps that set labels and annotations. */
import { checkReference } from '../check-reference.ts';
import { kindOf, reference, referenceText, refOf } from '../shape/reference.ts';
import { fields } from '../shape/fields.ts';
import { checkNode } from '../shape/node-target.ts';
import { list, mapOf, text, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

function shapeOf(what: 'labels' | 'annotations') {
  return fields({
    doc: `${what} of one object`,
    required: reference.required,
    optional: {
      ...reference.optional,
      set: mapOf(text({ doc: 'the value' }), { doc: `The ${what} to set.` }),
      remove: list(text({ doc: 'a key' }), { doc: `The ${what} to remove, by their keys.` }),
    },
  });
}

function metadataVerb(
  name: string,
  what: 'labels' | 'annotations',
): Verb<ValueOf<ReturnType<typeof shapeOf>>> {
  return {
    name,
    shape: shapeOf(what),
    checkWorld(args, world, node, checker) {
      checkReference(args, world, node, checker);
      if (args.kind === 'Node') checkNode(args.name, world, node, checker);
      if (args.set === undefined && args.remove === undefined) {
        checker.problem(node, `${name} changes nothing; expected "set" or "remove"`);
      }
    },
    summary: (args) => `${name} ${referenceText(args)}`,
    async run(args, { client, kinds }) {
      const kind = kindOf(args, kinds);
      const values: Record<string, string | null> = { ...args.set };
      for (const key of args.remove ?? []) values[key] = null;
      const body = { metadata: { [what]: values } };
      await client.patch(kind, refOf(args, kind), { type: 'merge', body });
      return done;
    },
  };
}

export const label = metadataVerb('label', 'labels');
export const annotate = metadataVerb('annotate', 'annotations');
