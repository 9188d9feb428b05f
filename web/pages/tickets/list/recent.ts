import { user } from '../../../session'

/** Left by whoever signs out (session.ts): what one person looked for is nothing for the next. */
const KEY = 'searches'
const MOST = 6
type Kept = { owner: string; texts: string[] }

const owner = () => `${user.peek()?.id} ${user.peek()?.companyId}`

/** The last searches of this person in this browser, the newest first. */
export function recentSearches(): string[] {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null
  return kept?.owner === owner() ? kept.texts : []
}
/** A search counts when something that it found is opened. */
export function remember(text: string) {
  if (!text) return
  const texts = [text, ...recentSearches().filter(other => other !== text)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify({ owner: owner(), texts } satisfies Kept))
}
export const forgetSearches = () => localStorage.removeItem(KEY)
