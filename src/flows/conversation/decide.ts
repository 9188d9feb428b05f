import type { Reason, TicketBot } from '#modules/ticket-bots'
import { folded } from '#kernel/folded'
import { optionMenu, PREVIOUS, queueMenu, START, type MenuLanguage } from '#modules/queue-options'
import { TEXTS } from './texts'

// Who answers a customer's message when no person does. It reads nothing but what it is given: the same decisions are made for a real
// customer, in the transaction that stores the message, and for a simulated one who tries what is not saved yet.

/** A file of a queue or an option. */
type Stored = { mediaPath: string | null; mediaName: string | null; mediaType: string | null }
/** The robot of a queue or a connection: the AI of a prompt goes before an integration. */
export type Robot = { integrationId: number | null; promptId: number | null }
export type Topic = { id: number; name: string; greetingMessage: string } & Robot & Stored
export type Option = { id: number; parentId: number | null; option: number; title: string; message: string } & Stored

/** What a decision is made of: the rows of a company, or a form that is not saved yet. */
export type Setup = {
  language: MenuLanguage
  greeting: string
  /** Of the connection, where no queue has one. */
  robot: Robot
  /** What the connection offers, in its order. */
  queues: Topic[]
  /** Its greeting is said although there is nothing to choose. */
  singleQueueGreets(): Promise<boolean>
  /** How often the menu of queues is sent in a conversation; 0 knows no end. */
  maxUses: number
  /** How long after a menu it is sent again to who has chosen nothing; 0 is never. */
  menuRestsMs: number
  queue(id: number): Promise<Topic | undefined>
  options(queueId: number, parentId: number | null): Promise<readonly Option[]>
  option(id: number): Promise<Option | undefined>
  /** The closed period of a moment, with what is said in it; nothing while it is open. */
  closed(queueId: number | null, at: Date): Promise<Closed | null>
}
export type Closed = { period: string; text: string; told: boolean }

/** Where a conversation stands in the menus: what of a ticket and its robot is read and written here. */
export type MenuPosition = {
  queueId: number | null
  /** The option whose choices were offered last; none is the first level. */
  optionId: number | null
  /** A menu waits for a choice. */
  chatbot: boolean
  /** How often the menu of queues was sent. */
  uses: number
} & Pick<TicketBot, 'holder' | 'reason' | 'menuAt' | 'wrongTold' | 'closedPeriod'>

type Heard = {
  /** What was written, or the words of a picture; '' of anything else. */
  text: string
  at: Date
  /** Nobody has had the conversation yet, or it begins anew. */
  begins: boolean
  /** It is answered by somebody else already: where it chooses nothing, nothing is said to it. */
  isAnswered?: boolean
}

export type Said = { text: string } | { file: Stored & { mediaPath: string } }

export type Decision = {
  place: MenuPosition
  says: Said[]
  /** Who has the conversation from now on. */
  robot?: Robot
}

/** Words that follow the menu at once were written before it was read. */
const SAME_THOUGHT_MS = 5_000

/** It begins with the next message: the company was closed at the last one, or a person gave it back. */
export const beginsLater = ({ holder }: Pick<MenuPosition, 'holder'>) => holder === 'out_of_hours' || holder === 'resumed'

const CLOSED = new Set<Reason>(['closed', 'closed_told', 'closed_silent'])
/** They chose where they wait for a person, and may have chosen wrongly. */
const CHOSEN = new Set<Reason>(['queue_chosen', 'option_left'])

export async function decide(setup: Setup, before: MenuPosition, heard: Heard): Promise<Decision> {
  const asked = heard.text.trim()
  const wasClosed = CLOSED.has(before.reason)
  const hasChosen = CHOSEN.has(before.reason)
  // The text of a closed queue says the way back, and the menu that was chosen from did.
  const toQueues = asked === START && (before.chatbot || wasClosed || hasChosen) && setup.queues.length > 1
  const closed = await setup.closed(toQueues ? null : before.queueId, heard.at)
  if (closed) return outOfHours(before, closed, heard.begins)
  if (toQueues) return offerQueues(setup, before, heard)
  if (heard.begins || beginsLater(before)) return begin(setup, { ...before, holder: 'nobody' }, heard)
  if (asked === START && before.reason === 'option_left') return level(setup, { ...before, optionId: null }, heard)
  // Who waits for a person goes on waiting, for the reason of before.
  if (!before.chatbot) return wasClosed ? silent(before, 'nobody', 'waits') : result(before, before.holder, before.reason)
  if (asked === START) return level(setup, { ...before, optionId: null }, heard)
  if (before.queueId === null) return chooseQueue(setup, before, heard)
  return chooseOption(setup, before, heard)
}

const result = (place: MenuPosition, holder: MenuPosition['holder'], reason: Reason, says: Said[] = []): Decision => ({
  place: { ...place, holder, reason },
  says,
})
const silent = (place: MenuPosition, holder: MenuPosition['holder'], reason: Reason) => result(place, holder, reason)
const spoken = (text: string): Said[] => (text.trim() ? [{ text }] : [])

/** Several queues may be closed at once: the periods that were told of, one a line, the newest first. */
const alsoTold = (before: string | null, period: string) => [period, ...(before?.split('\n') ?? [])].slice(0, TOLD_KEPT).join('\n')
const TOLD_KEPT = 20

/** Told once a closed period; menus and robots rest until it is over. Who was waiting for a person goes on waiting. */
export function outOfHours(place: MenuPosition, { period, text, told }: Closed, begins: boolean): Decision {
  const isWaiting = !begins && !place.chatbot && !beginsLater(place)
  const holder = isWaiting ? 'nobody' : 'out_of_hours'
  if (told) return silent(place, holder, 'closed_told')
  // Who wrote while there was no text is told once there is one.
  if (!text.trim()) return silent(place, holder, 'closed_silent')
  return result({ ...place, closedPeriod: alsoTold(place.closedPeriod, period) }, holder, 'closed', spoken(text))
}

async function begin(setup: Setup, before: MenuPosition, heard: Heard): Promise<Decision> {
  const place: MenuPosition = { ...before, optionId: null, chatbot: false, uses: 0, menuAt: null, wrongTold: false }
  const queue =
    setup.queues.find(one => one.id === place.queueId) ?? (place.queueId === null ? undefined : await setup.queue(place.queueId))
  // The connection's robot answers wherever the queue has none of its own.
  if (isRobot(setup.robot) && (!queue || !isRobot(queue))) return give(place, setup.robot)
  if (queue) {
    const entered = await enter(setup, place, queue, heard)
    const greets = setup.queues.length === 1 && entered.robot === undefined && (await setup.singleQueueGreets())
    return greets ? { ...entered, says: [...spoken(setup.greeting), ...entered.says] } : entered
  }
  if (setup.queues.length > 1) return offerQueues(setup, place, heard)
  const says = spoken(setup.greeting)
  return result(place, 'nobody', says.length ? 'greeted' : 'waits', says)
}

const isRobot = ({ integrationId, promptId }: Robot) => integrationId !== null || promptId !== null
const give = (place: MenuPosition, { integrationId, promptId }: Robot): Decision =>
  promptId === null
    ? { ...silent(place, 'integration', 'integration'), robot: { integrationId, promptId } }
    : { ...silent(place, 'prompt', 'prompt'), robot: { promptId, integrationId: null } }

/**
 * The menu of queues, as often as the connection allows; at the limit the customer stays where they are, but for who was told the way back
 * by a queue that is closed.
 */
function offerQueues(setup: Setup, before: MenuPosition, { at }: Heard): Decision {
  if (setup.maxUses > 0 && before.uses >= setup.maxUses && !beginsLater(before)) return silent(before, before.holder, 'menu_limit')
  const sent: MenuPosition = {
    ...before,
    queueId: null,
    optionId: null,
    chatbot: true,
    uses: before.uses + 1,
    menuAt: at,
    wrongTold: false,
  }
  return result(sent, 'queue_menu', before.uses ? 'menu_again' : 'menu', [{ text: queueMenu(setup.greeting, setup.queues) }])
}

async function chooseQueue(setup: Setup, place: MenuPosition, heard: Heard): Promise<Decision> {
  const queue = chosenOf(setup.queues, queue => queue.name, heard.text)
  if (queue) return enter(setup, { ...place, queueId: queue.id }, queue, heard)
  if (setup.menuRestsMs && isRested(setup, place, heard)) return offerQueues(setup, place, heard)
  return wrong(setup, place, heard, 'queue_menu')
}
const isRested = ({ menuRestsMs }: Setup, { menuAt }: MenuPosition, { at }: Heard) =>
  !menuAt || at.getTime() - menuAt.getTime() >= menuRestsMs

/** A customer comes to a queue: it is closed, or its integration answers, or its options are offered, or it greets and a person comes. */
async function enter(setup: Setup, before: MenuPosition, queue: Topic, heard: Heard): Promise<Decision> {
  const place: MenuPosition = { ...before, queueId: queue.id, optionId: null, wrongTold: false }
  const closed = await setup.closed(queue.id, heard.at)
  if (closed) return outOfHours({ ...place, chatbot: setup.queues.length > 1 }, closed, true)
  if (isRobot(queue)) return give({ ...place, chatbot: false }, queue)
  const options = await setup.options(queue.id, null)
  if (options.length) return level(setup, place, heard, queue)
  return result({ ...place, chatbot: false }, 'nobody', 'queue_chosen', [...spoken(queue.greetingMessage), ...fileOf(queue)])
}
const fileOf = ({ mediaPath, mediaName, mediaType }: Stored): Said[] => (mediaPath ? [{ file: { mediaPath, mediaName, mediaType } }] : [])

/** What an option, or the queue itself, offers. */
async function level(setup: Setup, before: MenuPosition, { at }: Heard, of?: Topic): Promise<Decision> {
  const place: MenuPosition = { ...before, chatbot: true, wrongTold: false, menuAt: at }
  const queue = of ?? (await setup.queue(place.queueId!))
  const option = place.optionId === null ? null : await setup.option(place.optionId)
  if (!queue) return silent({ ...place, chatbot: false }, 'nobody', 'waits')
  const options = await setup.options(queue.id, place.optionId)
  const text = optionMenu(option ? option.message : queue.greetingMessage, options, setup.language)
  return result(place, 'option_menu', 'options', [{ text }, ...fileOf(option ?? queue)])
}

async function chooseOption(setup: Setup, place: MenuPosition, heard: Heard): Promise<Decision> {
  const asked = heard.text.trim()
  if (asked === PREVIOUS) {
    if (place.optionId === null) return setup.queues.length > 1 ? offerQueues(setup, place, heard) : level(setup, place, heard)
    return level(setup, { ...place, optionId: (await setup.option(place.optionId))?.parentId ?? null }, heard)
  }
  const options = await setup.options(place.queueId!, place.optionId)
  // Where there is nothing to choose, whatever is written goes on.
  const chosen = options.length === 1 ? options[0] : chosenOf(options, option => option.title, asked)
  if (!chosen) return options.length ? wrong(setup, place, heard, 'option_menu') : silent({ ...place, chatbot: false }, 'nobody', 'waits')
  if ((await setup.options(place.queueId!, chosen.id)).length) return level(setup, { ...place, optionId: chosen.id }, heard)
  const says = [...spoken(chosen.message), ...fileOf(chosen)]
  return result({ ...place, optionId: chosen.id, chatbot: false }, 'nobody', 'option_left', says)
}

/** Told once a menu, then quiet: who does not choose is waiting for a person. */
function wrong(setup: Setup, place: MenuPosition, { text, at, isAnswered }: Heard, holder: 'queue_menu' | 'option_menu'): Decision {
  if (isAnswered) return silent(place, holder, place.reason)
  if (place.wrongTold) return silent(place, holder, 'wrong_again')
  const isSameThought = !isNumber(text) && place.menuAt && at.getTime() - place.menuAt.getTime() < SAME_THOUGHT_MS
  if (isSameThought) return silent(place, holder, 'same_thought')
  return result({ ...place, wrongTold: true }, holder, 'wrong_choice', [{ text: TEXTS[setup.language].wrongChoice }])
}

/** No choice is longer; a long text takes long to be taken apart. */
const MAX_CHOICE = 500
const choiceIn = (text: string) => folded(text.slice(0, MAX_CHOICE)).trim()

/** Which one is meant: by its number, by its whole name, or by both as the menu says them (2, 2., "2 - Vendas", 2️⃣). */
function chosenOf<Item>(items: readonly Item[], nameOf: (item: Item) => string, text: string): Item | undefined {
  const asked = choiceIn(text)
  const firstLine = /^(.+)\n/.exec(asked)?.[1]
  const named = (item: Item) => folded(nameOf(item)).trim()
  const [, digits, words] = /^[^\p{L}\p{N}]{0,4}(\d{1,3})[^\p{L}\p{N}]*(.*)$/su.exec(asked) ?? []
  const numbered = digits ? items[Number(digits) - 1] : undefined
  // A number in a sentence, a time or an amount is no choice.
  if (numbered && (isNumber(asked) || words === named(numbered) || isPolite(words!))) return numbered
  // What was tapped in a list or a button of an older menu comes as its title, and what stood below it.
  return items.find(item => named(item) === asked) ?? (firstLine === undefined ? undefined : chosenOf(items, nameOf, firstLine))
}
const isNumber = (text: string) => /^[^\p{L}\p{N}]{0,4}\d{1,3}[^\p{L}\p{N}]{0,4}$/u.test(choiceIn(text))

/** What people put behind a number that they choose, and that means nothing else. */
const POLITE = new Set('por favor pf pfv please obrigado obrigada obg gracias thanks'.split(' '))
const isPolite = (words: string) => words.split(/[^\p{L}\p{N}]+/u).every(word => !word || POLITE.has(word))
