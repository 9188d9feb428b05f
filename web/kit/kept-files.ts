import { FILE_BYTES } from '../constants'

/** Files that outlive their page, by the name of what they were written with; of everybody who uses this browser. */
const [NAME, STORE] = ['kept-files', 'files']
type Kept = { name: string; file: File; at: number }

const MOST_BYTES = 100 * 1024 * 1024
/** Another window may have kept a file and not have logged it yet. */
const UNNAMED_MS = 60 * 60_000
/** Whose page never comes back holds no place for ever. */
const KEPT_MS = 7 * 24 * 60 * 60_000

let opening: Promise<IDBDatabase> | undefined
const opened = () =>
  (opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => void asked.result.createObjectStore(STORE, { keyPath: 'name' })
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => {
      opening = undefined
      reject(asked.error)
    }
  }))

/** Asks for something in a transaction of its own, and waits until it is done. */
async function within<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>) {
  const transaction = (await opened()).transaction(STORE, mode)
  const asked = ask(transaction.objectStore(STORE))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return asked.result
}

/** Whether it is kept now: a storage that is full, or that a browser has not, stops nobody. */
export async function keepFile(name: string, file: File) {
  if (file.size > FILE_BYTES) return false
  try {
    const others = await within<Kept[]>('readonly', store => store.getAll())
    const bytes = others.reduce((sum, kept) => sum + kept.file.size, file.size)
    if (bytes > MOST_BYTES) return false
    await within('readwrite', store => store.put({ name, file, at: Date.now() } satisfies Kept))
    return true
  } catch {
    return false
  }
}

/** Nothing where it is kept no more. Throws where that cannot be told. */
export const keptFile = async (name: string) => (await within<Kept | undefined>('readonly', store => store.get(name)))?.file

export const dropFile = (name: string) => within('readwrite', store => store.delete(name)).catch(() => {})

/** Drops what nobody names any more, and what nobody came back for. */
export async function dropOrphans(isNamed: (name: string) => boolean) {
  try {
    for (const { name, at } of await within<Kept[]>('readonly', store => store.getAll())) {
      const age = Date.now() - at
      if (age > KEPT_MS || (age > UNNAMED_MS && !isNamed(name))) await dropFile(name)
    }
  } catch {
    // Nothing is kept here.
  }
}
