/** An error serialized for the other process. */
type Fault = { message: string; code?: string; stack?: string }
export type Packet = { call: number; verb: string; args: unknown[] } | { answer: number; value?: unknown; fault?: Fault }

/** Bytes in the arguments of one call. */
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

/** One end of an RPC connection between two processes: each may call the other, and every call is answered once. */
export function rpcOver(send: (packet: Packet) => void, serve: (verb: string, args: unknown[]) => unknown) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0
  return {
    async call<T>(verb: string, ...args: unknown[]): Promise<T> {
      const call = ++calls
      send({ call, verb, args })
      const answer = Promise.withResolvers<unknown>()
      pending.set(call, answer)
      return answer.promise as Promise<T>
    },
    async receive(packet: Packet) {
      if ('call' in packet) {
        const { call: answer, verb, args } = packet
        try {
          send({ answer, value: await serve(verb, args) })
        } catch (error) {
          send({ answer, fault: faultOf(error) })
        }
        return
      }
      const answer = pending.get(packet.answer)
      pending.delete(packet.answer)
      if (packet.fault) answer?.reject(Object.assign(new Error(), packet.fault))
      else answer?.resolve(packet.value)
    },
    /** Rejects all pending calls. */
    close(reason: Error) {
      for (const { reject } of pending.values()) reject(reason)
      pending.clear()
    },
  }
}
