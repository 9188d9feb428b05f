import { folded } from '../../kit/folded'
import { type Command, GROUPS } from './commands'
import { weightOf } from './used'

const OFTEN = 5
/** Of each group, as many as are read at a glance. */
const MOST = 6

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Each word that was typed begins one of the command's; those called so come first, then those whose label begins so, then those used most.
 * Whom only a sentence of theirs tells of are a group of their own.
 */
export function matching(commands: Command[], typed: string): Command[] {
  const text = folded(typed.trim())
  if (!text) {
    const often = commands.filter(({ id }) => weightOf(id) > 0).toSorted((a, b) => weightOf(b.id) - weightOf(a.id))
    const shown = new Set(often.slice(0, OFTEN))
    return [...[...shown].map(command => ({ ...command, group: 'often' as const })), ...commands.filter(one => isAtHand(one, shown))]
  }
  // A label is typed as it is read, with its colon.
  const asked = wordsOf(text)
  if (!asked.length) return []
  /** Its name is being typed, or was. */
  const isCalled = ({ label }: Command) => folded(label).startsWith(text)
  const isSaidBy = (words: string[]) => asked.every(word => words.some(one => one.startsWith(word)))
  const rank = (command: Command) => {
    const { label, also = '', id } = command
    const own = wordsOf(folded(label))
    const all = [...own, ...wordsOf(folded(also))]
    if (!isSaidBy(all)) return 0
    const holds = [isSaidBy(own), isCalled(command), folded(label) === text]
    return 1 + holds.filter(Boolean).length * 100 + weightOf(id)
  }
  const ranked = commands.map(command => ({ command, rank: rank(command) })).filter(({ rank }) => rank > 0)
  const isPage = ({ group }: Command) => group === 'pages'
  const isPlace = ({ group }: Command) => group === 'pages' || group === 'settings'
  const best = ranked
    .toSorted((a, b) => b.rank - a.rank || Number(isPage(b.command)) - Number(isPage(a.command)))
    .map(({ command }) => command)
  // Whoever calls a page or a setting by its name goes there; else what this conversation and this page can do is nearer.
  const first = best.slice(0, 1).filter(one => isPlace(one) && isCalled(one))
  const found = new Set(best)
  const mentioning = commands
    .filter(one => one.about && !found.has(one) && isSaidBy(wordsOf(folded(`${one.label} ${one.also ?? ''} ${one.about}`))))
    .map(command => ({ ...command, group: 'mentioning' as const }))
  return [...new Set([...first.map(({ group }) => group), ...GROUPS])].flatMap(group =>
    [...best, ...mentioning].filter(command => command.group === group).slice(0, MOST),
  )
}
/** Before anything is typed: what this conversation and this page can do, and where to go. */
const isAtHand = (command: Command, often: Set<Command>) =>
  !often.has(command) && (command.group === 'conversation' || command.group === 'pages' || command.id.startsWith('key:'))
