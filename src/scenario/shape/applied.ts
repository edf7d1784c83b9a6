/** What the step `apply` takes: objects, or objects with the options of `kubectl apply --server-side`. */
import { isMap } from '../source/node.ts';
import { fields } from './fields.ts';
import { manifests, type PlacedManifest } from './manifest-files.ts';
import { flag, list, text, type Shape, type ValueOf } from './shape.ts';

const options = fields({
  doc: 'objects that are applied on the server',
  required: {
    serverSide: flag({ doc: 'true: as kubectl apply --server-side.' }),
    objects: manifests,
  },
  optional: {
    manager: text({
      doc: 'Who owns the fields that are applied, as kubectl --field-manager; default: kubectl.',
      pattern: /^\P{C}{1,128}$/u,
      expected: 'a name of at most 128 printable characters',
    }),
    force: flag({
      doc: 'Take over fields that others own, as kubectl --force-conflicts; default: false.',
    }),
    conflicts: list(text({ doc: 'A field, such as .spec.replicas.' }), {
      doc: 'The fields about which the server has to refuse the object. Any other answer fails the step.',
      min: 1,
    }),
  },
});

/** How objects are applied; absent where others' fields are overwritten, as the step does by itself. */
export type ServerSide = Omit<ValueOf<typeof options>, 'serverSide' | 'objects'>;

export interface Applied {
  readonly objects: readonly PlacedManifest[];
  readonly serverSide?: ServerSide;
}

/** Objects, or `{ serverSide: true, objects, ... }`. */
export const applied: Shape<Applied> = {
  schema: {
    description: 'API objects, or { serverSide: true, objects: ..., manager: NAME, force: true }.',
    anyOf: [options.schema, manifests.schema],
  },
  check(node, checker) {
    if (!isMap(node) || !(node.has('serverSide') || node.has('objects'))) {
      const objects = manifests.check(node, checker);
      return objects && { objects };
    }
    const read = options.check(node, checker);
    if (read === undefined) return undefined;
    const { serverSide, objects, ...how } = read;
    if (!serverSide) {
      const message =
        'expected "serverSide: true"; without it, write the objects alone: "apply: ..."';
      return checker.problem(node.get('serverSide') ?? node, message);
    }
    if (how.force === true && how.conflicts !== undefined) {
      const message =
        '"force" overwrites what others own, so there are no "conflicts"; take one of them out';
      return checker.problem(node.get('conflicts') ?? node, message);
    }
    if (how.conflicts !== undefined && objects.length !== 1) {
      const message = `"conflicts" are those of one object, found ${objects.length}; make a step of each`;
      return checker.problem(node.get('conflicts') ?? node, message);
    }
    return { objects: objects.map((placed) => ({ ...placed, serverSide: how })), serverSide: how };
  },
};
