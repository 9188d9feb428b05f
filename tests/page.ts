import type { Client } from './client'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

/** What the web's logic takes from a browser, so that it runs here against the product itself, signed in as a person. */
export function openPage(port: number | undefined, { token }: Pick<Client, 'token'>) {
  const origin = `http://127.0.0.1:${port}`
  kept.set('token', token)
  const { fetch, WebSocket } = globalThis
  const lines: WebSocket[] = []
  Object.assign(globalThis, {
    window: globalThis,
    localStorage: storage,
    location: new URL(origin),
    requestAnimationFrame: queueMicrotask,
    document: {
      getElementById: () => null,
      addEventListener() {},
      removeEventListener() {},
      visibilityState: 'visible',
      documentElement: {},
    },
    WebSocket: class extends WebSocket {
      constructor(address: string) {
        super(address)
        lines.push(this)
      }
    },
    fetch: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init),
  })
  globalThis.addEventListener ??= () => {}
  return {
    /** Cuts the line, as a network does. */
    cut: () => lines.at(-1)?.close(),
    /** What was borrowed stays for what still runs; only requests go out as before. */
    close: () => void Object.assign(globalThis, { fetch, WebSocket }),
  }
}
