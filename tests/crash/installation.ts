import { afterAll } from 'bun:test'
import { createClient, type Client, type InArgs } from '@libsql/client'
import { join } from 'node:path'
import { SHORT_LIVED } from '../short-lived'
import { until } from '../until'
import { openConnected } from './connected'

export const PATIENCE_MS = 60_000
export const HOUR = 3600_000

/** An installation of one number for the tests of a file: its customers, its ends, and its database. */
export async function installed(account: string, env?: Record<string, string>) {
  const house = await openConnected({ accounts: [account], env: { ...SHORT_LIVED, ...env } })
  afterAll(() => house.close())
  const connectionId = house.connectionIds[0]!
  let customers = 0

  function customer() {
    const phone = `5521${account.slice(-3)}0${String(++customers).padStart(5, '0')}`
    house.control.addPhone({ phone, name: `Cliente ${customers}` })
    return {
      phone,
      write: (text: string) => house.control.send({ from: phone, to: account, type: 'text', text }),
      /** What the phone shows of the company, in its order. */
      heard: () =>
        house.control
          .transcript({ phone, chat: account })
          .filter(entry => entry.from !== phone)
          .map(entry => entry.text),
      /** The newest of its number: tests before leave more tickets than a list of all should read. */
      ticket: () => until(() => house.client.newestOf(phone), PATIENCE_MS, 'a ticket'),
    }
  }

  async function start() {
    await house.product.start()
    await house.connected()
  }
  async function restart(signal: 'SIGKILL' | 'SIGTERM') {
    await house.product.end(signal)
    await start()
  }

  async function inDatabase<T>(work: (database: Client) => Promise<T>): Promise<T> {
    const database = createClient({ url: `file:${join(house.folder, 'balcao.db')}` })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }
  /** Changes the database of a product that does not run. */
  async function whileDead<T>(work: (database: Client) => Promise<T>): Promise<T> {
    await house.product.end('SIGKILL')
    const answer = await inDatabase(work)
    await start()
    return answer
  }
  /** One statement beside the running product, when that does not write: its rows. */
  const sql = (text: string, args: InArgs = []) =>
    until(
      () =>
        inDatabase(async database => (await database.execute({ sql: text, args })).rows.map(row => Object.values(row))).catch(ifNotBusy),
      PATIENCE_MS,
      text,
    )

  return { ...house, connectionId, customer, start, restart, inDatabase, whileDead, sql }
}
export type Installed = Awaited<ReturnType<typeof installed>>

/** False when somebody else writes to the database. */
export function ifNotBusy(error: unknown): false {
  if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
  return false
}
