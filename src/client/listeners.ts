/** Who listens to what, by the name of the event. */

export class Listeners<Events> {
  readonly #byName = new Map<keyof Events, Set<(data: never) => void>>();

  /** What it returns takes the listener away again. */
  add<Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void): () => void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  tell<Name extends keyof Events>(name: Name, data: Events[Name]): void {
    for (const listener of [...(this.#byName.get(name) ?? [])]) {
      try {
        (listener as (data: Events[Name]) => void)(data);
      } catch (error) {
        // It is the listener's own; the others hear all the same.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
