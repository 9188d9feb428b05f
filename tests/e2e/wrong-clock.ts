import type { Person } from './browser'

/** From the next page on, the computer's clock is ahead of the server's. */
export const setAhead = ({ context }: Pick<Person, 'context'>, ms: number) =>
  context.addInitScript(ahead => {
    const real = Date
    globalThis.Date = class extends real {
      constructor(...given: [] | [number]) {
        super(...((given.length ? given : [real.now() + ahead]) as [number]))
      }
      static override now = () => real.now() + ahead
    } as DateConstructor
  }, ms)
