import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { startSandbox, type Control } from '../src/sandbox/network'
import { openConnected } from '../tests/crash/connected'
import { until } from '../tests/until'
import type { Told } from './bare'
import { temporary } from './temporary'

const LINK_MS = 60_000

export const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => String(first + i))
export const accountsOf = (count: number) => numbersFrom(5511990000001, count)

const isOpen = ({ control }: { control: Control }, accounts: string[]) => {
  const active = new Set(control.state().phones.flatMap(({ number, devices }) => (devices.some(device => device.active) ? [number] : [])))
  return accounts.every(account => active.has(account))
}

/** Somebody who is connected to a WhatsApp in this process and receives. */
export type Receiver = {
  control: Control
  pid(): number
  /** How many messages are durable. */
  stored(): number
  /** Ends the process and starts it anew; milliseconds from there until all accounts are connected again. */
  restart(): Promise<number>
  close(): Promise<void>
}

/** The product with its accounts connected. What is durable is read from its file, which costs it nothing. */
export async function openProduct(count: number) {
  const accounts = accountsOf(count)
  const shop = await openConnected({ accounts })
  const database = new Database(join(shop.folder, 'balcao.db'), { readonly: true })
  const rows = database.prepare<{ count: number }, []>('select count(*) as count from messages where from_me = 0')
  return {
    ...shop,
    pid: () => shop.product.pid()!,
    stored: () => rows.get()!.count,
    async restart() {
      await shop.product.end('SIGTERM')
      await until(() => !accounts.some(account => isOpen(shop, [account])), LINK_MS, 'the end of all connections')
      const began = performance.now()
      await shop.product.start()
      await until(() => isOpen(shop, accounts), LINK_MS, `${count} connections`)
      return performance.now() - began
    },
    async close() {
      database.close()
      await shop.close()
    },
  } satisfies Receiver
}

/** Baileys alone, connected as often, which counts what it has durably. */
export async function openBare(count: number): Promise<Receiver> {
  const folder = await temporary()
  const { control, url, rootKey, stop } = await startSandbox()
  const accounts = accountsOf(count)
  let received = 0

  const start = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'bare.ts'), JSON.stringify({ folder, url, rootKey, accounts: count })], {
      stdio: ['ignore', 'ignore', 'inherit'],
      ipc(told: Told) {
        if ('received' in told) received = told.received
        else void control.scan({ qr: told.qr, phone: accounts[told.account - 1]!, name: 'Loja' })
      },
    })
  const connected = () => until(() => isOpen({ control }, accounts), LINK_MS, `${count} connections of Baileys alone`)
  async function end() {
    child.kill()
    await child.exited
  }

  let child = start()
  await connected()
  return {
    control,
    pid: () => child.pid,
    stored: () => received,
    async restart() {
      await end()
      await until(() => !accounts.some(account => isOpen({ control }, [account])), LINK_MS, 'the end of all connections')
      const began = performance.now()
      child = start()
      await connected()
      return performance.now() - began
    },
    async close() {
      await end()
      await stop()
    },
  }
}
