import type { Host, Message, Said } from '../../src/plugin'
import type { ChatMessage } from './provider'

const MAX_SPOKEN = 40
const MAX_TEXT = 1_000
/** A voice note is stored just before it is noted here. */
const NEAR_MS = 15_000

type Spoken = { by: Said['by']; at: number; text: string }
type Kept = { tokens: number; refused: string[]; spoken: Spoken[] }

/** What is kept of a conversation: what it cost, what its model refuses, and the words of its voice notes, which the history does not hold. */
export async function memoryOf(host: Host) {
  const kept: Kept = { tokens: 0, refused: [], spoken: [], ...(await host.memory.get<Partial<Kept>>()) }
  return {
    ...kept,
    heard: (by: Said['by'], at: number, text: string) => void kept.spoken.push({ by, at, text: text.slice(0, MAX_TEXT) }),
    async add(tokens: number) {
      kept.tokens += tokens
      await host.spend(tokens)
    },
    save: () => host.memory.set({ ...kept, spoken: kept.spoken.slice(-MAX_SPOKEN) }),
    /** What was said before, as a model is told it. */
    told: (history: Said[]): ChatMessage[] =>
      history.map(said => ({ role: said.by === 'customer' ? 'user' : 'assistant', content: wordsOf(said, kept.spoken) })),
  }
}
export type Memory = Awaited<ReturnType<typeof memoryOf>>

function wordsOf({ by, text, at, mimetype }: Said, spoken: Spoken[]) {
  if (mimetype === null) return text
  const time = at.getTime()
  const words = spoken.find(one => one.by === by && (by === 'customer' ? one.at === time : one.at >= time && one.at - time < NEAR_MS))
  return words?.text ?? fileText(mimetype, text)
}

/** A file that the model does not see. */
export const fileText = (mimetype: NonNullable<Message['media']>['mimetype'], text: string) => `[${mimetype.split(';')[0]}] ${text}`.trim()
