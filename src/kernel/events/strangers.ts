/** Lines whose client did not say yet who it is: so many of one network, and of all together, so that those who do find room. */
const MAX_OF_NETWORK = 100

/** Counts the strangers of each network. */
export function strangers(most: number) {
  const counts = new Map<string, number>()
  let all = 0
  return {
    /** How to count one less; undefined when there is no room for one more. */
    admit(network: string): (() => void) | undefined {
      const count = counts.get(network) ?? 0
      if (all >= most || count >= MAX_OF_NETWORK) return
      counts.set(network, count + 1)
      all++
      let isCounted = true
      return () => {
        if (!isCounted) return
        isCounted = false
        all--
        const left = counts.get(network)! - 1
        if (left) counts.set(network, left)
        else counts.delete(network)
      }
    },
  }
}
