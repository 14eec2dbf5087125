/** Typed event listeners by event name. */

export class Listeners<Events> {
  readonly #byName = new Map<keyof Events, Set<(data: never) => void>>();

  /** Returns a function that removes the listener. */
  add<Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void): () => void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void {
    for (const listener of [...(this.#byName.get(name) ?? [])]) {
      try {
        (listener as (data: Events[Name]) => void)(data);
      } catch (error) {
        // Asynchronously, so that the other listeners still run.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
