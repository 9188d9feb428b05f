type Load<Module> = () => Promise<Module>

/** The addresses of modules that did not come, by what loads them. */
const lost = new WeakMap<Load<unknown>, string>()
let asked = 0

/** A line that hangs is no server. */
const PATIENCE_MS = 5_000
const isThere = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Loads a module; one that did not come may be asked for again. Browsers keep a failed `import()` for as long as the page lives (Chromium
 * since 150): from then on it comes by an address of its own, which the error names. Where something that it needs is kept as failed, only
 * a page that begins anew has it: whoever asks by a press (`mayReload`) gets that, once the server is there.
 */
export async function imported<Module>(load: Load<Module>, mayReload = false): Promise<Module> {
  const address = lost.get(load)
  try {
    return await (address ? (import(`${address}?again=${++asked}`) as Promise<Module>) : load())
  } catch (error) {
    const [found] = /https?:[^\s?]+\.js/.exec(String(error)) ?? []
    if (found) lost.set(load, found)
    if (found && address && mayReload && (await isThere(address))) {
      location.reload()
      // Unless the person, asked for what is not saved, stays.
      await new Promise(resolve => setTimeout(resolve, PATIENCE_MS))
    }
    throw error
  }
}
