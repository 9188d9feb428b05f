import type { Chat, Host, Message, TestResult } from '../../../src/plugin'
import { isSameLine } from '../phone'
import { taxIdIn } from '../tax-id'
import { type Ask, asking } from './ask'
import { handOut } from './hand-out'
import type { Bill, Billing, Contract, Customer } from './port'
import type { OfHelper } from './settings'
import { day, isOverdue, money, TEXTS } from './texts'

type Wish = 'bill' | 'unblock'
/** What was asked last, with all that an answer to it needs. */
type State = { misses: number } & (
  | { step: 'taxId' }
  | { step: 'wish'; customer: Customer }
  | { step: 'bill'; bills: Bill[] }
  | { step: 'contract'; contracts: Contract[] }
  | { step: 'person' }
  /** Asked of the provider; it may have been done when the process ended. Of one message: the next is no wish for it. */
  | { step: 'unblocking'; contract: Contract }
)
/** `before` is where the message was heard: when it is answered once more after a restart, from there again. */
type Memory = { heard: string; before: State | null; now: State }

/** What is not understood so often in a row is a person's. */
const MAX_MISSES = 3
/** Of what is offered to choose from. */
const MAX_CHOICES = 9
/** Numbers of one conversation, as far back as it is told, also those that were deleted or edited away: whoever asks for more of them is looking for what others owe. */
const MAX_IDS = 5
const TOLD = 100
/** A CPF that is nobody's, by which a system is asked for an answer alone. */
const NOBODY = '00000000000'

const PERSON = /^(quero |falar com |uma? |um |com )*(atendente|humano|pessoa|person|agent|persona|agente)\b/
const BILL = /2 ?.? ?via|segunda via|boleto|fatura/
const UNBLOCK = /religue|desbloqueio|liberacao/

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
const firstName = (name: string) => {
  const [first = ''] = name.split(/\s+/)
  return first.charAt(0).toUpperCase() + first.slice(1).toLowerCase()
}

/** Answers one message by a provider's system. A question that is answered without asking it says nothing of whether it works. */
export async function converse(message: Message, chat: Chat, host: Host, settings: OfHelper, billingOf: (ask: Ask) => Billing) {
  const ask = asking(host)
  await hear(message, chat, host, billingOf(ask), settings)
  if (!ask.isUsed()) return 'idle'
}

/** What the test button shows: the first question, or who a number in the message of the test belongs to. */
export async function tryOut(billing: Billing, text = ''): Promise<TestResult> {
  const texts = TEXTS.pt
  const taxId = taxIdIn(text)
  const found = await billing.find(taxId ?? NOBODY)
  if (!taxId) return { reply: texts.ask }
  return { reply: found ? texts.hello(firstName(found.customer.name)) : texts.notFound }
}

/** One message of a customer who wants a bill or their access back. Where `0`, `#` and a word lead stands below every question. */
async function hear(message: Message, chat: Chat, host: Host, billing: Billing, { queueId: personsQueue, ownNumber }: OfHelper) {
  const texts = TEXTS[message.language]
  const memory = await host.memory.get<Memory>()
  const left = memory?.now.step === 'unblocking' ? null : (memory?.now ?? null)
  const state = memory?.heard === message.id ? memory.before : left
  const asked = plain(message.text)

  const ask = async (now: State, ...lines: string[]) => {
    await chat.say([...lines, '', texts.ways].join('\n'))
    await host.memory.set({ heard: message.id, before: state, now } satisfies Memory)
  }
  const leave = async (text: string) => {
    await chat.say(text)
    return chat.handOff(personsQueue)
  }
  const end = async (text: string) => {
    await chat.say(text)
    return chat.close()
  }
  const askTaxId = (...lines: string[]) => ask({ step: 'taxId', misses: 0 }, ...lines, texts.ask)
  /** Told again, until a person is needed. */
  const miss = (at: State, text: string) => (at.misses + 1 < MAX_MISSES ? ask({ ...at, misses: at.misses + 1 }, text) : leave(texts.person))
  const options = (titles: string[]) => titles.map((title, at) => `*[ ${at + 1} ]* - ${title}`)

  async function isOneTooMany(taxId: string) {
    const said = (await chat.history(TOLD, true)).filter(({ by }) => by === 'customer')
    return new Set([taxId, ...said.flatMap(({ text }) => taxIdIn(text) ?? [])]).size > MAX_IDS
  }

  async function identified(taxId: string, at: State) {
    if (await isOneTooMany(taxId)) return leave(texts.person)
    const found = await billing.find(taxId)
    if (!found) return miss(at, texts.notFound)
    const { customer, phones } = found
    const isOwn = phones.some(phone => isSameLine(phone, message.contact.number))
    if (ownNumber && !isOwn) return leave(texts.stranger)
    const wish = billing.unblocking ? await wishOf(message, chat) : 'bill'
    if (wish) return granted(wish, customer)
    await ask({ step: 'wish', customer, misses: 0 }, texts.hello(firstName(customer.name)), ...options(texts.wishes))
  }

  async function granted(wish: Wish, customer: Customer) {
    const hello = texts.hello(firstName(customer.name))
    if (wish === 'unblock') return unblocking(hello, (await billing.unblocking!.blocked(customer)).slice(0, MAX_CHOICES))
    const bills = (await billing.bills(customer)).toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1)).slice(0, MAX_CHOICES)
    const [first] = bills
    if (!first) return nothing(hello, texts.noBills)
    if (bills.length === 1) return paying(first)
    const titles = bills.map(({ cents, dueDate }) => texts.bill(money(cents, message.language), day(dueDate), isOverdue(dueDate)))
    await ask({ step: 'bill', bills, misses: 0 }, hello, texts.whichBill, ...options(titles))
  }

  async function unblocking(hello: string, contracts: Contract[]) {
    const [first] = contracts
    if (!first) return nothing(hello, texts.notBlocked)
    if (contracts.length === 1) return unblocked(first)
    const titles = contracts.map(({ id, name }) => (name ? `${texts.contract(id)}, ${name}` : texts.contract(id)))
    await ask({ step: 'contract', contracts, misses: 0 }, hello, texts.whichContract, ...options(titles))
  }

  const nothing = (hello: string, why: string) => ask({ step: 'person', misses: 0 }, hello, why, ...options([texts.choosePerson]))
  async function paying(bill: Bill) {
    await handOut(bill, billing, chat, host, message.language)
    await end(texts.paidBy)
  }
  async function unblocked(contract: Contract) {
    const now: State = { step: 'unblocking', contract, misses: 0 }
    await host.memory.set({ heard: message.id, before: now, now } satisfies Memory)
    return (await billing.unblocking!.unblock(contract)) ? end(texts.unblocked) : leave(texts.notUnblocked)
  }

  if (state?.step === 'unblocking') return unblocked(state.contract)
  if (PERSON.test(asked)) return leave(texts.person)
  const wantsOut = asked === '#' || (asked === '0' && (!state || state.step === 'taxId'))
  // Where there is no menu to go back to, a person knows the way.
  if (wantsOut) return (await chat.menu()) ? undefined : leave(texts.person)
  const taxId = taxIdIn(message.text)
  if (!state) return taxId ? identified(taxId, { step: 'taxId', misses: 0 }) : askTaxId()
  if (asked === '0') return askTaxId()
  if (state.step === 'taxId') return taxId ? identified(taxId, state) : miss(state, texts.wrongId)
  const at = /^\d$/.test(asked) ? Number(asked) - 1 : -1
  if (state.step === 'person' && at === 0) return leave(texts.person)
  const wish = state.step === 'wish' ? (['bill', 'unblock'] as const)[at] : undefined
  if (state.step === 'wish' && wish) return granted(wish, state.customer)
  const bill = state.step === 'bill' ? state.bills[at] : undefined
  if (bill) return paying(bill)
  const contract = state.step === 'contract' ? state.contracts[at] : undefined
  return contract ? unblocked(contract) : miss(state, texts.wrongChoice)
}

/** What a customer came for, by the name of the queue that they chose. */
async function wishOf({ ticket }: Message, chat: Chat): Promise<Wish | undefined> {
  const name = plain((await chat.queues()).find(({ id }) => id === ticket.queueId)?.name ?? '')
  return UNBLOCK.test(name) ? 'unblock' : BILL.test(name) ? 'bill' : undefined
}
