import { faultsOf, describeLedger, settledLedger } from './ledger'
import { randomFrom } from './random'
import type { Connected } from './connected'
import { until } from '../until'
import { traffic } from './traffic'

const CUSTOMERS = 3
const PATIENCE_MS = 100_000

/** Something that goes wrong on the line while people write. */
export type Fault = {
  says: string
  strike(scene: Scene): Promise<void>
  /** The network itself delivers in another order than was written. */
  anyOrder?: boolean
}

export type Scene = ReturnType<typeof openScene>

function openScene(shop: Connected, seed: number) {
  const account = shop.accounts[0]!
  const connectionId = shop.connectionIds[0]!
  const talk = traffic(shop, account, { random: randomFrom(seed), files: 6, pace: 2 })

  /** Resolves when each conversation has gone on by so many messages a side. */
  async function talked(count: number) {
    const before = talk.chats.map(({ wrote, replied }) => ({ wrote: wrote.length, replied: replied.length }))
    await until(
      () =>
        talk.chats.every((chat, i) => chat.wrote.length >= before[i]!.wrote + count && chat.replied.length >= before[i]!.replied + count),
      PATIENCE_MS,
      `${count} messages more`,
    )
  }

  return {
    ...shop,
    account,
    connectionId,
    talk,
    talked,
    fault: (faults: Omit<Parameters<Connected['control']['fault']>[0], 'account'>) => shop.control.fault({ account, ...faults }),
    /** Resolves when the line has closed after `act`. */
    async closedBy(act: () => unknown) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const forget = shop.control.onChange(change => {
        if (change.kind === 'connection' && change.account === account && change.state === 'closed') resolve()
      })
      await act()
      await promise.finally(forget)
    },
    back: () => until(() => shop.deviceOf(account)?.active, PATIENCE_MS, `${account} connected again`),
    connection: () => shop.client.ask<{ status: string; reason: string | null }>(`/whatsapp/${connectionId}`),
  }
}

/** Traffic, a fault in its midst, traffic again, then the ledger. */
export async function runFault(shop: Connected, fault: Fault, seed: number) {
  const began = Date.now()
  const scene = openScene(shop, seed)
  for (let i = 0; i < CUSTOMERS; i++) scene.talk.join()
  scene.talk.gather()
  await scene.talked(2)
  await fault.strike(scene)
  await scene.back()
  await scene.talked(2)
  await scene.talk.end()
  const ledger = await settledLedger(shop, [...scene.talk.chats, ...scene.talk.unanswered], fault)
  const report = `${fault.says}: ${((Date.now() - began) / 1000).toFixed(1)} s\n${describeLedger(ledger)}`
  return { faults: faultsOf(ledger, fault), report }
}
