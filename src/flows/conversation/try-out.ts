import type { Ctx } from '#kernel/context'
import { companies, type Company } from '#modules/companies'
import { connections } from '#modules/connections'
import { queues } from '#modules/queues'
import { ticketBots, type BotJourneys, type TriedStep, type Try } from '#modules/ticket-bots'
import { fillIn } from '../text-variables'
import { decide, type Decision, type MenuPosition, type Said } from './decide'
import { setupFrom } from './setup'

/** Between two messages: longer than what counts as one thought. */
const PAUSE_MS = 10_000
export const CUSTOMER = { name: 'Helena Prado' }

/** Decides for a simulated customer as for a real one, by what a form holds over what is saved; nothing is written and nobody is told. */
export const tryOut: BotJourneys['tryOut'] = async (ctx, input) => {
  const company = await companies.get(ctx)
  const told = new Set<string>()
  const setup = await setupFrom(ctx, { ...(await sourceOf(ctx, company, input)), told: async period => told.has(period) })
  const { ticketId: _, ...bot } = ticketBots.fresh(0)
  // Who tries a queue has chosen it, whatever else its connection offers.
  const only = setup.queues.length === 1 ? setup.queues[0]!.id : null
  const entered = input.queue || input.queueId ? (input.queueId ?? NEW_QUEUE.id) : only
  let place: MenuPosition = { ...bot, queueId: entered, optionId: null, chatbot: false, uses: 0 }
  let isRobot = false
  let at = input.at ? momentOf(company, input.at) : Date.now()
  const shown = (said: Said) =>
    'file' in said
      ? { file: said.file.mediaName ?? '' }
      : { text: fillIn(said.text, { ticket: { id: 1 }, contact: CUSTOMER, company }, new Date(at)) }
  const steps: TriedStep[] = []
  for (const [n, words] of input.words.entries()) {
    // What a robot would answer is asked of nobody here.
    const decision: Decision = isRobot
      ? { place, says: [] }
      : await decide(setup, place, { text: words, at: new Date(at), begins: n === 0 })
    place = decision.place
    isRobot ||= decision.robot !== undefined
    for (const period of place.closedPeriod?.split('\n') ?? []) told.add(period)
    steps.push({ words, answers: decision.says.map(shown), holder: place.holder, reason: place.reason })
    at += PAUSE_MS
  }
  return steps
}

/** Without a zone it is the company's own clock. */
const momentOf = (company: Company, at: string) => (at.length > 16 ? Date.parse(at) : companies.instantOf(company, at))

const NO_MEDIA = { mediaPath: null, mediaName: null, mediaType: null }
const NO_ROBOT = { integrationId: null, promptId: null }
const NEW_QUEUE = { id: 0, name: '', greetingMessage: '', outOfHoursMessage: '', schedules: [], ...NO_ROBOT, ...NO_MEDIA }
const NEW_CONNECTION = { greetingMessage: '', outOfHoursMessage: '', maxUseBotQueues: 0, timeUseBotQueues: 0, ...NO_ROBOT }

const given = <T extends object>(values: T | undefined) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

export async function sourceOf(ctx: Ctx, company: Company, input: Try) {
  const saved = input.connectionId ? await connections.load(ctx, input.connectionId) : undefined
  const { queueIds, ...ofForm } = given(input.connection)
  const connection = { ...NEW_CONNECTION, ...saved, ...ofForm }
  const isQueue = Boolean(input.queueId ?? input.queue)
  const tried = { ...NEW_QUEUE, ...(input.queueId ? await queues.load(ctx, input.queueId) : undefined), ...given(input.queue) }
  const queue = async (id: number) => (isQueue && id === tried.id ? tried : queues.find(ctx, id))
  const all = queueIds && (await queues.all(ctx)).filter(({ id }) => queueIds.includes(id))
  const offered = all ?? (saved ? await connections.offeredQueues(ctx, saved.id) : isQueue ? [tried] : [])
  return { company, connection, queue, offered: offered.map(one => (isQueue && one.id === tried.id ? tried : one)) }
}
