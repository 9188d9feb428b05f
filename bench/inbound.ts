import type { Shop } from '../tests/crash/shop'
import { cpuMs, received, rounded, say } from './measure'

/** Bursts from `phones` contacts to all accounts, measured until the last message is a durable row. */
export async function inbound(shop: Shop, accounts: string[], phones: string[], count: number, name: string) {
  const before = await received(shop)
  const [cpu, began] = [await cpuMs(shop), performance.now()]
  void shop.control.burst({ to: accounts, phones, count })
  while ((await received(shop)) < before + count) await Bun.sleep(25)
  const [used, took] = [(await cpuMs(shop)) - cpu, performance.now() - began]
  say(
    name,
    `${rounded((count * 1000) / took)}/s; ${rounded(used / count, 2)} ms of processor each, so ${rounded((count * 1000) / used)}/s on a core`,
  )
}

/** Paced traffic: how long from the phone's send until the row is durable, as its delivery receipt and list position can't tell. */
export async function steady(shop: Shop, accounts: string[], phones: string[], perSecond: number, seconds: number) {
  const before = await received(shop)
  const cpu = await cpuMs(shop)
  const count = perSecond * seconds
  await shop.control.burst({ to: accounts, phones, count, perSecond })
  while ((await received(shop)) < before + count) await Bun.sleep(10)
  say(`inbound, ${perSecond}/s for ${seconds} s`, `${rounded(((await cpuMs(shop)) - cpu) / count, 2)} ms of processor each`)
}
