/** A binary heap: the first of its members by an order is always at hand. */
export class Heap<T> {
  readonly #members: T[] = [];
  readonly #before: (a: T, b: T) => boolean;

  /** `before` must be a strict total order that does not change while members are in the heap. */
  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  peek(): T | undefined {
    return this.#members[0];
  }

  push(member: T): void {
    const members = this.#members;
    let at = members.length;
    members.push(member);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(member, members[parent]!)) break;
      members[at] = members[parent]!;
      at = parent;
    }
    members[at] = member;
  }

  pop(): T | undefined {
    const members = this.#members;
    const first = members[0];
    const last = members.pop();
    if (members.length > 0) this.#sink(last!);
    return first;
  }

  /** Puts a member at the top and lets it find its place further down. */
  #sink(member: T): void {
    const members = this.#members;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= members.length) break;
      const right = child + 1;
      if (right < members.length && this.#before(members[right]!, members[child]!)) child = right;
      if (!this.#before(members[child]!, member)) break;
      members[at] = members[child]!;
      at = child;
    }
    members[at] = member;
  }
}
