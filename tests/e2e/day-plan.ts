import { dice } from '../dice'

/** The first conversations belong to one pair of hands each, which work in a browser; programs of both agents work in the others. */
export const HANDS = ['ana', 'rui'] as const
export type Hand = (typeof HANDS)[number]
export const OWN = 3

const OF_CUSTOMER = ['write', 'write', 'write', 'write', 'write', 'write', 'correct', 'takeBack', 'react'] as const
const OF_PROGRAM = [
  ...['say', 'say', 'say', 'say', 'say', 'say', 'accept', 'accept', 'giveBack', 'transfer', 'toQueue', 'snooze', 'wake', 'note', 'tag'],
  ...['resolve', 'reopen', 'read', 'unread', 'pin', 'unpin', 'sayCorrected', 'sayTakenBack', 'reactTo'],
] as const
const OF_HAND = ['say', 'say', 'note', 'tag', 'snooze', 'resolve'] as const

export type Step =
  | { by: 'customer'; verb: (typeof OF_CUSTOMER)[number]; chat: number }
  | { by: Hand; verb: (typeof OF_PROGRAM)[number]; chat: number }
export type HandStep = { verb: (typeof OF_HAND)[number] | 'transfer' | 'offline' | 'online' | 'jump'; chat: number; ms: number }

/** What ends the product in the middle of a part of the day. */
const ENDS = [undefined, 'SIGKILL', undefined, 'SIGTERM'] as const
const JUMPS_MS = [-90 * 60_000, 20 * 60_000, 5 * 3600_000, -2 * 60_000]

export type Part = { steps: Step[]; hands: Record<Hand, HandStep[]>; end: (typeof ENDS)[number]; gives: { by: Hand; step: HandStep } }

/** A day in parts, between which all stand still: the same for the same seed. */
export function planOf({ seed, chats, messages, parts }: { seed: number; chats: number; messages: number; parts: number }): Part[] {
  const one = dice(seed)
  const any = <T>(of: readonly T[]) => of[one(of.length)]!
  const owned: Record<Hand, number[]> = { ana: [0, 1, 2], rui: [3, 4, 5] }

  function step(): Step {
    if (one(2)) return { by: 'customer', verb: any(OF_CUSTOMER), chat: one(chats) }
    return { by: any(HANDS), verb: any(OF_PROGRAM), chat: 2 * OWN + one(chats - 2 * OWN) }
  }
  const says = ({ verb }: Step) => verb.startsWith('say') || verb === 'write'

  function stepsOf(count: number) {
    const steps: Step[] = []
    for (let said = 0; said < count; said += says(steps.at(-1)!) ? 1 : 0) steps.push(step())
    return steps
  }

  function handOf(hand: Hand, part: number): HandStep[] {
    const at = (verb: HandStep['verb']): HandStep => ({ verb, chat: any(owned[hand]), ms: any(JUMPS_MS) })
    const talk = at('say')
    const isHeld = Boolean(ENDS[part % ENDS.length])
    // While the product is away, or the line, a person can only write where they are.
    const lost = isHeld ? [talk, { ...talk }] : [talk, at('offline'), { ...talk }, { ...talk }, at('online')]
    const before = isHeld ? [] : [at(any(OF_HAND)), at('jump')]
    const after = isHeld ? [] : [at(any(OF_HAND))]
    return [...before, ...lost, ...after]
  }

  return Array.from({ length: parts }, (_, part) => {
    const hands = { ana: handOf('ana', part), rui: handOf('rui', part) }
    // So that the hands of both stay full, they give by turns.
    const [by, to] = part % 2 ? (['rui', 'ana'] as const) : (['ana', 'rui'] as const)
    const chat = any(owned[by])
    owned[by].splice(owned[by].indexOf(chat), 1)
    owned[to].push(chat)
    const end = ENDS[part % ENDS.length]
    return { steps: stepsOf(messages / parts), hands, end, gives: { by, step: { verb: 'transfer', chat, ms: 0 } } }
  })
}
