import type { Client } from './client'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

/** An upload, by the page's own way to the server; how far it is, it does not tell. */
class Upload {
  upload = {}
  status = 0
  responseText = ''
  onload = () => {}
  onloadend = () => {}
  onerror = () => {}
  onabort = () => {}
  private path = ''
  private headers: Record<string, string> = {}
  private aborts = new AbortController()
  open = (_: string, path: string) => void (this.path = path)
  setRequestHeader = (name: string, value: string) => void (this.headers[name] = value)
  abort = () => this.aborts.abort()
  send(body: FormData) {
    const { headers, aborts } = this
    const fails = () => (aborts.signal.aborted ? this.onabort() : this.onerror())
    void fetch(this.path, { method: 'POST', headers, body, signal: aborts.signal })
      .then(async answer => {
        this.status = answer.status
        this.responseText = await answer.text()
        this.onload()
      }, fails)
      .finally(() => this.onloadend())
  }
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
    XMLHttpRequest: Upload,
  })
  globalThis.addEventListener ??= () => {}
  return {
    /** Cuts the line, as a network does. */
    cut: () => lines.at(-1)?.close(),
    /** What was borrowed stays for what still runs; only requests go out as before. */
    close: () => void Object.assign(globalThis, { fetch, WebSocket }),
  }
}
