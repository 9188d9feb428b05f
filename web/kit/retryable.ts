declare const mark: unique symbol
/** Loads a part of the program, and may be called again where it did not come. */
export type Retryable<Module> = (() => Promise<Module>) & { [mark]: true }

/** A line that hangs is no server. */
const PATIENCE_MS = 5_000
/** What a browser keeps answers for nobody. */
const serverIsThere = () =>
  fetch('/version', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

let asked = 0
/**
 * Retry of a dynamic import: `retryable(() => import('./part'))`. Browsers keep a failed `import()` for as long as the page lives (Chromium
 * since 150): from then on the module comes by an address of its own, which the error names. Where something that it needs is kept as
 * failed, only a page that begins anew has it: that is what a part of the screen (`mayReload`) gets, once the server is there.
 */
export function retryable<Module>(load: () => Promise<Module>, mayReload = false): Retryable<Module> {
  let address: string | undefined
  async function attempt(): Promise<Module> {
    const before = address
    try {
      return await (before ? (import(`${before}?again=${++asked}`) as Promise<Module>) : load())
    } catch (error) {
      address = /https?:[^\s?]+\.js/.exec(String(error))?.[0] ?? before
      if (before && mayReload && (await serverIsThere())) {
        location.reload()
        // Unless the person, asked for what is not saved, stays.
        await new Promise(resolve => setTimeout(resolve, PATIENCE_MS))
      }
      throw error
    }
  }
  // Single flight, and kept: each address is an instance with a state of its own.
  let loading: Promise<Module> | undefined
  return (() =>
    (loading ??= attempt().catch((error: unknown) => {
      loading = undefined
      throw error
    }))) as Retryable<Module>
}

/** What is taken of a module, or with it, each time it is asked for. */
export const partOf = <Module, Part>(load: Retryable<Module>, take: (module: Module) => Part | Promise<Part>): Retryable<Part> =>
  (async () => take(await load())) as Retryable<Part>
