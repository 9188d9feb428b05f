/** A choice of a queue, with what comes below it. */
export type Tree = [title: string, message: string, ...below: Tree[]]
export type Hours = 'open' | 'closed' | 'holiday' | 'past midnight'

type Queue = {
  name: string
  greetingMessage?: string
  outOfHoursMessage?: string
  hours?: Hours
  /** Of whom it asks its answers, as `peers.ts` names them; `model` is the AI of a prompt. */
  robot?: string
  /** Name of a file that it sends. */
  file?: string
  options?: Tree[]
}
type Connection = {
  greetingMessage?: string
  complationMessage?: string
  ratingMessage?: string
  farewellMessage?: string
  outOfHoursMessage?: string
  maxUseBotQueues?: number
  timeUseBotQueues?: number
  timeToTransfer?: number
  expiresTicket?: number
  expiresInactiveMessage?: string
}

/**
 * One conversation, in a line: what is it about, what is said and done, and where it ends.
 *
 * Steps are parted by ` | `. `oi → menu & mais` is a customer who writes "oi" and hears two texts, which stand in `texts` of the world, or
 * as they are; nothing after the words is silence. `[accept]` is done by a person (`walk.ts` has them all), `(31 min)` passes while the
 * process is dead, `(opens)` is what the company changes then. The process is killed right after the words of the middle step, or of the
 * one that begins with `† `, before anybody knows whether they arrived; where time passes, it is killed then.
 *
 * The end is status, queue and, until it is closed, which robot has it and why; then the rating and how many tickets there are, where that
 * is more than one. `none` is no ticket at all.
 */
export type Row = [about: string, talk: string, end: string]

export type World = {
  about: string
  /** Settings of its company, by which it shares one with others; and its hours, before the process dies and after. */
  company?: Record<string, string>
  hours?: [before: Hours, after: Hours]
  connection?: Connection
  robot?: string
  /** The queue that gets who chose none. */
  transferTo?: string
  queues?: Queue[]
  isGroup?: boolean
  texts?: Record<string, string>
  rows: Row[]
}

export type Step = { kind: 'says' | 'act' | 'pause'; words: string; answers: string[]; dies: boolean }

export function stepsOf(talk: string, texts: Record<string, string>): Step[] {
  const steps = talk.split(' | ').map((part): Step => {
    const [said, heard] = part.split(' → ')
    const dies = said!.startsWith('† ')
    const words = dies ? said!.slice(2) : said!
    const answers = heard ? heard.split(' & ').map(one => texts[one] ?? one) : []
    const kind = words.startsWith('[') ? 'act' : words.startsWith('(') ? 'pause' : 'says'
    return { kind, words: kind === 'says' ? words : words.slice(1, -1), answers, dies: dies || kind === 'pause' }
  })
  if (!steps.some(({ dies }) => dies)) {
    const said = steps.filter(({ kind }) => kind === 'says')
    said[said.length >> 1]!.dies = true
  }
  return steps
}

const WAYS = '*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const numbered = (titles: string[]) => titles.map((title, at) => `*[ ${at + 1} ]* - ${title}`).join('\n')
export const queueMenu = (greeting: string, ...titles: string[]) => [greeting, numbered(titles)].filter(Boolean).join('\n\n')
export const optionMenu = (message: string, ...titles: string[]) => [message, `${numbered(titles)}\n${WAYS}`].filter(Boolean).join('\n\n')

/** What every world may hear. */
export const TEXTS = {
  wrong: 'Opção inválida, por favor, escolha uma opção válida.',
  bye: 'Até logo!',
  unclear: 'Não entendi. Responda *1*, *2* ou *3*. Para falar conosco de novo, é só escrever.',
}
