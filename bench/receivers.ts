import { Database } from 'bun:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../src/sandbox'
import { openShop, until } from '../tests/crash/shop'
import type { Told } from './bare'

const LINK_MS = 60_000

export const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => String(first + i))
export const accountsOf = (count: number) => numbersFrom(5511990000001, count)

/** The product with its accounts connected. What is durable is read from its file, which costs it nothing. */
export async function openProduct(count: number) {
  const shop = await openShop({ accounts: accountsOf(count) })
  const database = new Database(join(shop.folder, 'balcao.db'), { readonly: true })
  const rows = database.prepare<{ count: number }, []>('select count(*) as count from messages where from_me = 0')
  return {
    ...shop,
    pid: () => shop.product.pid()!,
    stored: () => rows.get()!.count,
    async close() {
      database.close()
      await shop.close()
    },
  }
}

/** Baileys alone, connected as often, which counts what it has durably. */
export async function openBare(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bare-'))
  const { control, url, rootKey, stop } = await startSandbox()
  let received = 0
  const linking: Promise<unknown>[] = []
  const accounts = accountsOf(count)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bare.ts'), JSON.stringify({ folder, url, rootKey, accounts: count })], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ipc(told: Told) {
      if ('received' in told) received = told.received
      else linking.push(control.scan({ qr: told.qr, phone: accounts[told.account - 1]!, name: 'Loja' }))
    },
  })
  const isConnected = (account: string) => control.state().phones.find(phone => phone.number === account)?.devices[0]?.active
  await until(`${count} connections of Baileys alone`, LINK_MS, () => linking.length >= count && accounts.every(isConnected))
  return {
    control,
    pid: () => child.pid,
    stored: () => received,
    async close() {
      child.kill()
      await child.exited
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
export type Receiver = Pick<Awaited<ReturnType<typeof openBare>>, 'control' | 'pid' | 'stored' | 'close'>
