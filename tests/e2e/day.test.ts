import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { faultsOf, describeLedger, settledLedger } from '../crash/ledger'
import { signIn as program } from '../crash/client'
import { accept, agent, thread, toList } from './agent'
import { customerDoes, goToTalk, handDoes, programDoes, type Talk } from './day-people'
import { HANDS, OWN, planOf, type Hand, type Part } from './day-plan'
import { listsOf } from './lists'
import { NUMBER, until } from './shop'
import { testShop } from './test-shop'

// A day of forty conversations, the same for the same BALCAO_SEED. BALCAO_DAY=full makes it one of 2,000 messages.
const IS_FULL = process.env['BALCAO_DAY'] === 'full'
const SIZES = { seed: Number(process.env['BALCAO_SEED'] ?? 7), messages: IS_FULL ? 2_000 : 400, parts: IS_FULL ? 12 : 4, chats: 40 }
const GROUPS = 2
const MEMBERS = 6
const AT_ONCE = 8
const NAMES: Record<Hand, string> = { ana: 'Ana Lima', rui: 'Rui Alves' }

const { shop, browser } = await testShop()
// Both work in a browser and by a program at once, and come to the same screen anew.
await shop.owner.put('/settings/singleSession', { value: 'disabled' })
const logins = { ana: await shop.person(NAMES.ana, 'admin'), rui: await shop.person(NAMES.rui, 'admin') }
const programs = { ana: await program(() => shop.url, logins.ana), rui: await program(() => shop.url, logins.rui) }
const desks = { ana: await agent(browser, shop.url, 'wide', logins.ana), rui: await agent(browser, shop.url, 'phone', logins.rui) }
const known = {
  queues: await shop.owner.get<{ id: number }[]>('/queue'),
  tag: await shop.owner.post<{ id: number }>('/tags', { name: 'Fibra', color: '#33a340' }),
  userIds: HANDS.map(hand => programs[hand].user.id),
}

let phones = 0
function phone(title: string) {
  const number = String(5511987000010 + phones++)
  shop.control.addPhone({ phone: number, name: title, autoRead: true, autoDeliver: true })
  return number
}
const begun = { account: NUMBER, ticketId: 0, uuid: '', count: 0, wrote: [], replied: [] }
const talks = Array.from({ length: SIZES.chats }, (_, at): Talk => {
  const title = `Cliente ${String(at).padStart(2, '0')}`
  const isGroup = at >= SIZES.chats - GROUPS
  const own = { ...structuredClone(begun), title }
  if (!isGroup) {
    const number = phone(title)
    return { ...own, name: number, members: [number], to: NUMBER, ends: 'read' }
  }
  const members = Array.from({ length: MEMBERS }, (_, i) => phone(`${title} ${i}`))
  const { id } = shop.control.createGroup({ subject: title, creator: members[0]!, participants: [...members, NUMBER] })
  return { ...own, name: id.split('@')[0]!, members, to: id, ends: 'read' }
})
const isGroup = (talk: Talk) => talk.members.length > 1

async function begin() {
  for (const talk of talks) await customerDoes(shop, talk, 'write', isGroup(talk))
  type Row = { id: number; uuid: string; contact: { number: string } }
  const all = () => shop.owner.get<{ tickets: Row[] }>('/tickets?showAll=true')
  const { tickets } = await until(async () => {
    const found = await all()
    return found.tickets.length === talks.length && found
  })
  for (const { id, uuid, contact } of tickets) {
    const talk = talks.find(({ name }) => name === contact.number)!
    Object.assign(talk, { ticketId: id, uuid })
  }
  for (const [i, talk] of talks.slice(0, 2 * OWN).entries()) {
    const desk = desks[HANDS[Math.floor(i / OWN)]!]
    await accept(desk, talk.title)
    await toList(desk)
  }
}

/** Eight at once, of which those of one conversation come one after the other. */
async function play(steps: Part['steps']) {
  for (let done = 0; done < steps.length; done += AT_ONCE) {
    const lanes = Map.groupBy(steps.slice(done, done + AT_ONCE), ({ chat }) => chat)
    await Promise.all(
      [...lanes].map(async ([chat, steps]) => {
        const talk = talks[chat]!
        for (const { by, verb } of steps)
          await (by === 'customer' ? customerDoes(shop, talk, verb, isGroup(talk)) : programDoes(programs[by], talk, verb, known))
      }),
    )
  }
}

const byHand = async (hand: Hand, steps: Part['hands'][Hand]) => {
  for (const step of steps) await handDoes(desks[hand], NAMES[hand], talks[step.chat]!, step)
}

/** The lists as the server tells them to somebody, with counts and what is unread. */
async function told(hand: Hand) {
  const lists = [
    'status=open',
    'status=open&showAll=true',
    'status=pending&showAll=true',
    'status=closed',
    'status=group',
    'snoozed=true&showAll=true',
  ]
  return Promise.all(lists.map(list => programs[hand].ask(`/tickets?${list}&pageNumber=1`)))
}

const shown = (page: Page) => listsOf(page, ['Atendendo', 'Aguardando', 'Resolvidos'])
const said = async (page: Page) => {
  const articles = page.getByRole('log', { name: 'Mensagens' }).getByRole('article')
  await articles.last().waitFor()
  return (await articles.allInnerTexts()).slice(-10)
}

test(
  `a day of ${talks.length} conversations and ${SIZES.messages} messages, with lost lines, restarts and set clocks, ends in the same state everywhere`,
  async () => {
    for (const hand of HANDS) await desks[hand].context.clock.install({ time: Date.now() + (hand === 'ana' ? 7 : -45) * 60_000 })
    for (const hand of HANDS) await desks[hand].page.reload()
    await begin()
    for (const [at, { steps, hands, end, gives }] of planOf(SIZES).entries()) {
      const middle = Math.floor(steps.length / 2)
      const began = Date.now()
      const work = [play(steps.slice(0, middle)).then(() => play(steps.slice(middle))), ...HANDS.map(hand => byHand(hand, hands[hand]))]
      await Promise.all([...work, end && shop.restart(end)])
      await byHand(gives.by, [gives.step])
      if (process.env['BALCAO_DAY']) console.log(`part ${at + 1}: ${steps.length} steps, ${end ?? 'lost lines'}, ${Date.now() - began} ms`)
    }

    const ledger = await settledLedger({ ...shop, client: programs.ana }, talks)
    if (process.env['BALCAO_DAY']) console.log(describeLedger(ledger))
    expect(faultsOf(ledger)).toEqual([])

    // A process that kept nothing of the day tells what the one of the day told.
    const all = async () => ({ ana: await told('ana'), rui: await told('rui') })
    const before = await all()
    await shop.restart('SIGTERM')
    let after = await all()
    // Its number connects anew.
    await until(async () => Bun.deepEquals((after = await all()), before)).catch(() => expect(after).toEqual(before))

    for (const hand of HANDS) {
      const desk = desks[hand]
      const fresh = await agent(browser, shop.url, desk.size, logins[hand])
      let last: unknown[] = []
      const isSame = async (look: (page: Page) => Promise<unknown>, path: string) =>
        until(
          async () => {
            await fresh.page.goto(path)
            last = [await look(desk.page), await look(fresh.page)]
            return Bun.deepEquals(last[0], last[1])
          },
          30_000,
          '',
        ).catch(() => expect(last[0]).toEqual(last[1]))
      const talk = talks[hand === 'ana' ? 0 : 3]!
      await goToTalk(desk, talk)
      await thread(desk).getByRole('article').last().waitFor()
      await isSame(said, `/tickets/${talk.uuid}`)
      await desk.page.evaluate(() => history.pushState(null, '', '/tickets'))
      await isSame(shown, '/tickets')
      await fresh.close()
    }
  },
  IS_FULL ? 1_200_000 : 240_000,
)
