import type { PlainKey } from './i18n'

/** What a shortcut is called, and where it works. */
type KeyName = { label: PlainKey; group: PlainKey }
export type KeyNames<Id extends string = string> = Record<Id, KeyName>

const names = new Map<string, KeyName>()
/** For the `?` sheet and the palette, which come after the first load: a key acts before anybody reads of it. */
export const nameShortcuts = (list: KeyNames) => {
  for (const [id, name] of Object.entries(list)) names.set(id, name)
}
export const nameOf = (id: string) => names.get(id)!
