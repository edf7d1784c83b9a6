/** Says which fields clients send that the release does not keep: Kubernetes itself says nothing of them. */
import type { Kind } from '../object/kind.ts';
import { foreignFieldText } from './foreign-fields.ts';
import { canTurnOn, droppedText, type DroppedField } from './gated-fields.ts';
import type { Profile } from './profile.ts';
import type { OnForeign, StructSchema } from '#schema';

/** Gets the fields that writes lose. */
export interface LostFields {
  /** Of feature gates that are off. @param kind the form of the write @param profile the release that drops them */
  dropped(kind: Kind, fields: Iterable<DroppedField>, profile: Profile): void;
  /** Unknown ones. @param type the one that lacks the field */
  foreign(kind: string, type: StructSchema, field: string): void;
}

/** Returns what decoding an object of a kind calls for its unknown fields. */
export function foreignOf(
  { kind }: Pick<Kind, 'kind'>,
  lost: LostFields | undefined,
): OnForeign | undefined {
  return lost && ((type, field) => lost.foreign(kind, type, field));
}

/** Says each of them once for a kind and a field. Only fields that are known are kept: there are not many. */
export class LostFieldsLog implements LostFields {
  readonly #write: (text: string) => void;
  readonly #howToTurnOn: (gate: string) => string;
  readonly #keys = new Set<string>();

  /** @param howToTurnOn says where a gate is set */
  constructor(write: (text: string) => void, howToTurnOn: (gate: string) => string) {
    this.#write = write;
    this.#howToTurnOn = howToTurnOn;
  }

  dropped(kind: Kind, fields: Iterable<DroppedField>, profile: Profile): void {
    for (const dropped of fields) {
      const { gate, field } = dropped;
      const way = canTurnOn(gate, profile) ? ` (${this.#howToTurnOn(gate)})` : '';
      this.#say(`${kind.kind} ${field}`, `${droppedText(kind.kind, dropped, profile)}${way}`);
    }
  }

  /** Of those, the fields of other releases are said. */
  foreign(kind: string, type: StructSchema, field: string): void {
    const why = foreignFieldText(type, field);
    if (why === undefined) return;
    const what = type.name === kind ? `${kind}.${field}` : `${kind}: ${type.name}.${field}`;
    this.#say(`${kind} ${type.definition} ${field}`, `${what} ${why}`);
  }

  #say(key: string, text: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#write(text);
  }
}
