/** gRPC's frames: a byte that says whether the message is compressed (ours never ask for it), its length, the message. */
const headBytes = 5;

export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, headBytes);
  return frame;
}

/** Takes chunks as they come, and gives back the messages that are whole. */
export class Deframer {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Of the message that is coming, with its head; unknown: 0. */
  #messageLength = 0;

  take(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Buffer[] = [];
    for (;;) {
      if (this.#messageLength === 0) {
        if (this.#length < headBytes) return messages;
        this.#messageLength = headBytes + this.#head().readUInt32BE(1);
      }
      if (this.#length < this.#messageLength) return messages;
      const all = this.#joined();
      messages.push(all.subarray(headBytes, this.#messageLength));
      this.#chunks = [all.subarray(this.#messageLength)];
      this.#length -= this.#messageLength;
      this.#messageLength = 0;
    }
  }

  #head(): Buffer {
    const [first] = this.#chunks;
    return first!.length >= headBytes ? first! : this.#joined();
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }
}
