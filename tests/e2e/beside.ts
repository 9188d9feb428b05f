import { join } from 'node:path'
import { type Db, openStore, type Store } from '#kernel/storage/libsql'

/** Works on the database of a product that runs, as another program of the machine would. */
export async function beside<T>(folder: string, work: (store: Store) => Promise<T>) {
  const store = await openStore(`file:${join(folder, 'data/balcao.db')}`)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const writeBeside = <T>(folder: string, work: (db: Db) => Promise<T>) => beside(folder, store => store.write(store.db, work))
