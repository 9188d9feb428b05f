import { until } from '../tests/until'
import type { Bench } from './figures'
import { measure } from './inbound'
import { median, rounded } from './measure'
import { accountsOf, numbersFrom, openProduct } from './receivers'

const CUSTOMERS = 1_000
const ROUNDS = 5
/** Milliseconds of processor that deciding who answers may cost, beyond what storing the message does. */
const GOAL_MS = 0.3
const HEARD_MS = 240_000

const WRONG = 'Opção inválida, por favor, escolha uma opção válida.'

/** A thousand customers in the menus of one connection, and as many who write to another that has none. */
export const menus: Bench = async (tell, { scale }) => {
  const count = Math.max(10, Math.round(CUSTOMERS * scale))
  const product = await openProduct(2)
  const [menu, plain] = accountsOf(2) as [string, string]
  const phones = numbersFrom(5511980000000, count)
  const { client, connectionIds, control } = product

  const all = (account: string, text: string) =>
    measure(product, {
      name: '',
      count,
      accounts: [account],
      write:
        to =>
        ({ at }) =>
          to.send({ from: phones[at]!, to: account, type: 'text', text }),
    })
  const heard = (phone: string) => control.transcript({ phone, chat: menu }).flatMap(({ from, text }) => (from === phone ? [] : text))
  const answers: string[] = []
  /** The worst of the loop since the last look, in milliseconds; it looks a hundred times a second. */
  const lag = async () => {
    const metrics = await fetch(`${client.url()}/metrics`).then(response => response.text())
    return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1])
  }
  /** All write the same, and have heard the answer. */
  async function answered(text: string, answer: string) {
    answers.push(answer)
    await lag()
    const began = performance.now()
    const { cpuMs } = await all(menu, text)
    await until(() => phones.every(phone => heard(phone).length >= answers.length), HEARD_MS, `everybody heard the answer to ${text}`)
    return { ms: performance.now() - began, cpuMs, lagMs: await lag() }
  }

  try {
    const { id: support } = await client.post<{ id: number }>('/queue', { name: 'Suporte', color: '#0094ce', greetingMessage: 'Diga' })
    const { id: sales } = await client.post<{ id: number }>('/queue', { name: 'Vendas', color: '#33a340' })
    for (const title of ['Internet', 'Boleto'])
      await client.post('/queue-options', { queueId: support, title, message: `${title}: já vamos` })
    await client.put(`/whatsapp/${connectionIds[0]}`, { queueIds: [support, sales], greetingMessage: 'Olá!', maxUseBotQueues: 0 })

    const queues = 'Olá!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'
    const options = 'Diga\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Boleto\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
    await all(plain, 'oi')
    const first = await answered('oi', queues)
    await answered('7', WRONG)

    // The same words to both: there they are stored, here somebody decides as well, and has nothing to say.
    const [deciding, storing]: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      storing!.push((await all(plain, '8')).cpuMs / count)
      deciding!.push((await all(menu, '8')).cpuMs / count)
    }
    const [decided, stored] = [median(deciding!), median(storing!)]
    tell({
      name: 'deciding who answers, beyond storing the message',
      value: decided - stored,
      unit: 'ms of processor',
      goal: { atMost: GOAL_MS },
      detail: `${rounded(decided, 2)} − ${rounded(stored, 2)} ms, medians of ${ROUNDS} rounds of ${count} messages`,
    })

    const chosen = await answered('1', options)
    const last = await answered('2', 'Boleto: já vamos')
    const wrong = phones.filter(phone => heard(phone).join() !== answers.join())
    if (wrong.length) throw new Error(`${wrong.length} of ${count} heard something else, the first ${heard(wrong[0]!).join(' · ')}`)
    tell({
      name: `${count} conversations in menus at once, until all have the next one`,
      value: chosen.ms / 1000,
      unit: 's',
      detail: `${rounded((count * 1000) / chosen.ms)} answers a second; the first menu took ${rounded(first.ms / 1000, 1)} s; nobody heard anything twice`,
    })
    tell({
      name: 'the loop meanwhile, at its worst',
      value: Math.max(first.lagMs, chosen.lagMs, last.lagMs),
      unit: 'ms late',
      detail: `${rounded(first.lagMs)} at the first menu, ${rounded(chosen.lagMs)} and ${rounded(last.lagMs)} at the choices`,
    })
  } finally {
    await product.close()
  }
}
