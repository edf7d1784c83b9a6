/** The server's log of fields that clients send and its release does not keep: v1.24 itself says nothing of them. */
import type { OnDropped } from '#api';
import { canTurnOn, droppedText, laterField, laterFieldText, type Profile } from '#kinds';

export class LostFieldsLog {
  readonly #write: (text: string) => void;
  /** Each is said once for a kind and a field. Only fields that are known are kept: there are not many. */
  readonly #said = new Set<string>();

  readonly #profile: Profile;

  constructor(profile: Profile, write: (text: string) => void) {
    this.#profile = profile;
    this.#write = write;
  }

  /** Fields behind feature gates. */
  readonly dropped: OnDropped = (kind, fields) => {
    for (const dropped of fields) {
      const { gate, field } = dropped;
      const way = canTurnOn(gate, this.#profile) ? ` (--feature-gates ${gate}=true)` : '';
      this.#say(`${kind.kind} ${field}`, `${droppedText(kind.kind, dropped, this.#profile)}${way}`);
    }
  };

  /** Fields of later minors. @param definition the published name of the type that lacks the field */
  readonly foreign = async (kind: string, definition: string, field: string): Promise<void> => {
    const later = await laterField(definition, field);
    if (later === undefined) return;
    const type = definition.slice(definition.lastIndexOf('.') + 1);
    const what = type === kind ? `${kind}.${field}` : `${kind}: ${type}.${field}`;
    this.#say(
      `${kind} ${definition} ${field}`,
      `${what} ${laterFieldText(later)}; v1.${this.#profile.minor} drops it`,
    );
  };

  #say(key: string, text: string): void {
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#write(`orrery serve: ${text}\n`);
  }
}
