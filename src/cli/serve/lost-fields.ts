/** The server's log of fields that clients send and its release does not keep: Kubernetes itself says nothing of them. */
import type { OnDropped } from '#api';
import { canTurnOn, droppedText, foreignFieldText } from '#kinds';
import type { StructSchema } from '#schema';

export class LostFieldsLog {
  readonly #write: (text: string) => void;
  /** Each is said once for a kind and a field. Only fields that are known are kept: there are not many. */
  readonly #said = new Set<string>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Fields behind feature gates. */
  readonly dropped: OnDropped = (kind, fields, profile) => {
    for (const dropped of fields) {
      const { gate, field } = dropped;
      const way = canTurnOn(gate, profile) ? ` (--feature-gates ${gate}=true)` : '';
      this.#say(`${kind.kind} ${field}`, `${droppedText(kind.kind, dropped, profile)}${way}`);
    }
  };

  /** Fields of other releases. @param type the one that lacks the field */
  readonly foreign = (kind: string, type: StructSchema, field: string): void => {
    const why = foreignFieldText(type, field);
    if (why === undefined) return;
    const what = type.name === kind ? `${kind}.${field}` : `${kind}: ${type.name}.${field}`;
    this.#say(`${kind} ${type.definition} ${field}`, `${what} ${why}`);
  };

  #say(key: string, text: string): void {
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#write(`orrery serve: ${text}\n`);
  }
}
