import { expect, test } from 'bun:test'
import { decide, type Decision, type Option, type MenuPosition, type Setup, type Topic } from './decide'

// Customers who write whatever comes to mind to companies that configured whatever came to theirs. What must hold of every answer is asked
// of each; a failure names the seed that walks there again.
const WALKS = 2_000
const STEPS = 25

function randomFrom(seed: number) {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  return { below: (n: number) => Math.floor(next() * n), chance: (share: number) => next() < share }
}
type Random = ReturnType<typeof randomFrom>

const FILE = { mediaPath: 'm', mediaName: 'tabela.pdf', mediaType: 'application/pdf' }
const NO_FILE = { mediaPath: null, mediaName: null, mediaType: null }

function company(random: Random) {
  const { below, chance } = random
  const words = (text: string) => (chance(0.7) ? text : '')
  const robot = () => (chance(0.15) ? { integrationId: 1, promptId: chance(0.5) ? 2 : null } : { integrationId: null, promptId: null })
  const queues = Array.from({ length: below(4) }, (_, at): Topic => {
    const id = at + 1
    return { id, name: `Fila ${id}`, greetingMessage: words(`Fila ${id}, oi`), ...robot(), ...(chance(0.2) ? FILE : NO_FILE) }
  })
  const options: (Option & { queueId: number })[] = []
  const plant = (queueId: number, parentId: number | null, depth: number) => {
    for (let at = 0, count = below(4); at < count; at++) {
      const id = options.length + 1
      options.push({ id, queueId, parentId, option: at + 1, title: `Opção ${id}`, message: words(`Sobre ${id}`), ...NO_FILE })
      if (depth < 3 && chance(0.4)) plant(queueId, id, depth + 1)
    }
  }
  for (const { id } of queues) if (chance(0.6)) plant(id, null, 0)
  const world = { isClosed: false, told: new Set<string>() }
  const closedQueue = chance(0.2) ? 1 : null
  const setup: Setup = {
    language: 'pt',
    greeting: words('Olá!'),
    robot: robot(),
    queues,
    singleQueueGreets: async () => chance(0.5),
    maxUses: below(4),
    menuRestsMs: chance(0.5) ? 0 : 60_000,
    queue: async id => queues.find(one => one.id === id),
    options: async (queueId, parentId) => options.filter(one => one.queueId === queueId && one.parentId === parentId),
    option: async id => options.find(one => one.id === id),
    async closed(queueId) {
      const period = world.isClosed ? 'tonight' : queueId !== null && queueId === closedQueue ? `${queueId}:tonight` : null
      return period === null ? null : { period, text: 'Fechado', told: world.told.has(period) }
    },
  }
  return { setup, world, queues }
}

const WORDS = ['oi', '1', '2', '3', '0', '#', '99', 'Fila 1', 'opção 2', '', '2 coisas', '{{name}}', '1'.repeat(200), '\u0000#', '-1', '1️⃣']

test('whatever a company configures and a customer writes, each message has one answer, and none is missing that is promised', async () => {
  for (let seed = 1; seed <= WALKS; seed++) {
    const random = randomFrom(seed)
    const { setup, world, queues } = company(random)
    let place: MenuPosition = {
      ...{ queueId: null, optionId: null, chatbot: false, uses: 0, holder: 'nobody', reason: '' },
      ...{ menuAt: null, wrongTold: false, closedPeriod: null },
    }
    if (queues.length === 1) place.queueId = queues[0]!.id
    let at = Date.now()
    let robot: Decision['robot']
    for (let step = 0; step < STEPS && !robot; step++) {
      at += random.below(90_000)
      if (random.chance(0.05)) {
        world.isClosed = !world.isClosed
        world.told.clear()
      }
      const text = WORDS[random.below(WORDS.length)]!
      const before = place
      const isClosed = (await setup.closed(place.queueId, new Date(at))) !== null
      const decision = await decide(setup, place, { text, at: new Date(at), begins: step === 0 })
      place = decision.place
      robot = decision.robot
      const where = [`seed ${seed}, step ${step}: ${text}`, before.reason, place.reason]
      const holds = (what: string, is: boolean) => expect([...where, what, is]).toEqual([...where, what, true])

      holds('no text is said twice', new Set(decision.says.map(one => JSON.stringify(one))).size === decision.says.length)
      holds('a greeting, a queue’s words and its file at most', decision.says.length <= 3)
      holds(
        'nothing is said without words',
        decision.says.every(one => 'file' in one || one.text.trim() !== ''),
      )
      holds('a robot speaks alone', !robot || decision.says.length === 0)
      holds('its queue is one that there is', place.queueId === null || queues.some(({ id }) => id === place.queueId))
      holds('who waits for a choice has something to choose', !place.chatbot || queues.length > 0)
      holds('what a menu holds waits for a choice', !place.holder.endsWith('_menu') || place.chatbot)
      const [period] = place.closedPeriod?.split('\n') ?? []
      if (period && place.reason === 'closed') {
        holds('a closed period is told once', !world.told.has(period))
        world.told.add(period)
      }
      const begins = step === 0 || before.holder === 'out_of_hours' || before.holder === 'resumed'
      const isPromised = begins && !isClosed && queues.length > 1 && before.queueId === null
      const hasRobot = (setup.robot.integrationId ?? setup.robot.promptId) !== null
      if (isPromised && !hasRobot)
        holds('who begins among several queues is offered them', decision.says.length === 1 && place.holder === 'queue_menu')
      if (isPromised && hasRobot)
        holds('the robot of the connection begins, or the menu that was asked for', Boolean(robot) !== (decision.says.length === 1))
      if (place.reason === 'wrong_choice') holds('a wrong choice is told once a menu', !before.wrongTold && decision.says.length === 1)
    }
  }
})
