type Load<Module> = () => Promise<Module>

/** The addresses of modules that did not come, by what loads them. */
const lost = new WeakMap<Load<unknown>, string>()
let asked = 0

/**
 * Loads a module; one that did not come may be asked for again. Browsers keep a failed `import()` for as long as the page lives (Chromium
 * since 150): from then on it comes by an address of its own, which the error names.
 */
export async function imported<Module>(load: Load<Module>): Promise<Module> {
  const address = lost.get(load)
  try {
    return await (address ? (import(`${address}?again=${++asked}`) as Promise<Module>) : load())
  } catch (error) {
    const [found] = /https?:[^\s?]+\.js/.exec(String(error)) ?? []
    if (found) lost.set(load, found)
    throw error
  }
}
