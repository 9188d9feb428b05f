/** An error as it crosses to another process: what it says, the code it is known by, and where it was thrown. */
type Fault = { message: string; code?: string; stack?: string }
export type Packet = { ask: number; verb: string; args: unknown[] } | { answer: number; value?: unknown; fault?: Fault }

/** Bytes that may cross in one call. */
export const MAX_CROSSING = 16_000_000

const MAX_MESSAGE = 1_000
const MAX_STACK = 4_000

function faultOf(thrown: unknown): Fault {
  const error = thrown instanceof Error ? thrown : new Error(Bun.inspect(thrown))
  const { code } = error as { code?: unknown }
  return {
    message: String(error.message).slice(0, MAX_MESSAGE),
    stack: error.stack?.slice(0, MAX_STACK),
    ...(typeof code === 'string' && { code }),
  }
}

/** One end of the line between two processes: each may ask the other, and every call is answered once. */
export function rpcOver(send: (packet: Packet) => void, serve: (verb: string, args: unknown[]) => unknown) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  return {
    async ask<T>(verb: string, ...args: unknown[]): Promise<T> {
      const ask = ++asked
      send({ ask, verb, args })
      const answer = Promise.withResolvers<unknown>()
      waiting.set(ask, answer)
      return answer.promise as Promise<T>
    },
    async hear(packet: Packet) {
      if ('ask' in packet) {
        const { ask: answer, verb, args } = packet
        try {
          send({ answer, value: await serve(verb, args) })
        } catch (error) {
          send({ answer, fault: faultOf(error) })
        }
        return
      }
      const answer = waiting.get(packet.answer)
      waiting.delete(packet.answer)
      if (packet.fault) answer?.reject(Object.assign(new Error(), packet.fault))
      else answer?.resolve(packet.value)
    },
    /** Nobody answers any more. */
    close(reason: Error) {
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    },
  }
}
