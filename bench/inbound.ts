import { io } from 'socket.io-client'
import type { Shop } from '../tests/crash/shop'
import { cpuMs, percentiles, received, rounded, say } from './measure'

/** Bursts from `phones` contacts to all accounts, measured until the last message is a durable row. */
export async function inbound(shop: Shop, accounts: string[], phones: string[], count: number, name: string) {
  const before = await received(shop)
  const [cpu, began] = [await cpuMs(shop), performance.now()]
  void shop.control.burst({ to: accounts, phones, count })
  while ((await received(shop)) < before + count) await Bun.sleep(100)
  const [used, took] = [(await cpuMs(shop)) - cpu, performance.now() - began]
  say(
    name,
    `${rounded((count * 1000) / took)}/s; ${rounded(used / count, 2)} ms of processor each, so ${rounded((count * 1000) / used)}/s on a core`,
  )
}

type Told = { action: string; message: { body: string } }

/** Paced traffic: from the customer's send until an agent's socket hears of the row. */
export async function steady(shop: Shop, account: string, phones: string[], perSecond: number, seconds: number) {
  const { control, client } = shop
  const socket = io(client.url(), { transports: ['websocket'], query: { token: client.token() } })
  await new Promise<void>(resolve => socket.on('ready', resolve))
  for (const status of ['pending', 'open']) socket.emit('joinTickets', status)
  const sentAt = new Map<string, number>()
  const times: number[] = []
  socket.on('company-1-appMessage', ({ action, message }: Told) => {
    const at = sentAt.get(message.body)
    if (action === 'create' && at) times.push(performance.now() - at)
  })
  const [cpu, began] = [await cpuMs(shop), performance.now()]
  const count = perSecond * seconds
  for (let i = 0; i < count; i++) {
    await Bun.sleep(began + (i * 1000) / perSecond - performance.now())
    const text = `compasso ${i}`
    sentAt.set(text, performance.now())
    void control.send({ from: phones[i % phones.length]!, to: account, type: 'text', text })
  }
  for (const until = Date.now() + 10_000; times.length < count && Date.now() < until;) await Bun.sleep(20)
  const used = (await cpuMs(shop)) - cpu
  socket.close()
  say(
    `inbound, ${perSecond}/s, until an agent hears`,
    `${percentiles(times)} of ${times.length}/${count}; ${rounded(used / count, 2)} ms of processor each`,
  )
}
