/**
 * What leaves this process for all that serve the installation, itself included: events for sockets, changes of access, work that is
 * due, conversations that were opened, and who is present at a window and at a ticket. Messages are data that JSON can carry, so that a
 * broker can stand here instead. Nobody waits for who listens.
 */
type Bus<Topics> = {
  publish<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void
  subscribe<Topic extends keyof Topics>(topic: Topic, listener: (message: Topics[Topic]) => void | Promise<void>): () => void
  /** Whether other processes listen too: nobody listening here then proves nothing. */
  readonly hasOthers: boolean
}

/** For one process alone. Listeners are called at once, in the order in which they subscribed; one that fails leaves the others. */
export function localBus<Topics>(failed: (error: unknown, topic: keyof Topics) => void): Bus<Topics> {
  const listeners = new Map<keyof Topics, Set<(message: never) => void | Promise<void>>>()
  const call = (topic: keyof Topics, listener: () => void | Promise<void>) => {
    try {
      Promise.resolve(listener()).catch(error => failed(error, topic))
    } catch (error) {
      failed(error, topic)
    }
  }
  return {
    hasOthers: false,
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) call(topic, () => listener(message as never))
    },
    subscribe(topic, listener) {
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(listener))
      return () => void all.delete(listener)
    },
  }
}
