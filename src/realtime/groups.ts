/** Members by key. Most keys have one member, which is stored without a set. */

export class Groups<Member extends object> {
  readonly #byKey = new Map<string, Member | Set<Member>>();

  add(key: string, member: Member): void {
    const found = this.#byKey.get(key);
    if (found === undefined) this.#byKey.set(key, member);
    else if (found instanceof Set) found.add(member);
    else if (found !== member) this.#byKey.set(key, new Set([found, member]));
  }

  delete(key: string, member: Member): void {
    const found = this.#byKey.get(key);
    if (found === member) this.#byKey.delete(key);
    else if (found instanceof Set && found.delete(member) && found.size === 0) this.#byKey.delete(key);
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** A copy, so that members may leave while it is read. */
  of(key: string): readonly Member[] {
    const found = this.#byKey.get(key);
    if (found === undefined) return none;
    return found instanceof Set ? [...found] : [found];
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }
}

const none: readonly never[] = [];
