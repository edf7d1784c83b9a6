/** Numbers that may be left to chance. */
import { readValue, type Notation, type Value } from '#clock';
import type { Form, JsonSchema } from './form.ts';
import { placeAt } from './place.ts';

/** A number in a notation, or how to draw one: `{ uniform: [1s, 3s] }` and the like. */
export function drawn(notation: Notation, schema: JsonSchema): Form<Value> {
  return {
    schema,
    check: (at, reader) =>
      readValue(notation, reader.plain(at), [], (path, message, near) =>
        reader.problem(placeAt(at, path, reader, near !== undefined), message, near),
      ),
  };
}
