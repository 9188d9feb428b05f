import { signal } from '@preact/signals-react'
import { pt } from '../i18n/pt'

export type Language = 'pt' | 'en' | 'es'
export type Dictionary = Record<keyof typeof pt, string>
export type Key = keyof typeof pt

const load: Record<Language, () => Promise<Dictionary>> = {
  pt: async () => pt,
  en: async () => (await import('../i18n/en')).en,
  es: async () => (await import('../i18n/es')).es,
}
const tags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

/** The language shown. A change draws the whole application anew, so `t` needs no tracking. */
export const language = signal<Language>('pt')
let dictionary: Dictionary = pt

export const locale = () => tags[language.peek()]

export async function setLanguage(value: Language) {
  dictionary = await load[value]()
  localStorage.setItem('language', value)
  document.documentElement.lang = tags[value]
  language.value = value
}
export const storedLanguage = (): Language => {
  const value = localStorage.getItem('language')
  return value === 'en' || value === 'es' ? value : 'pt'
}

type Slots<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never
type Params<K extends Key> = [Slots<(typeof pt)[K]>] extends [never] ? [] : [Record<Slots<(typeof pt)[K]>, string | number>]

/** Keys whose text has no slots. */
export type PlainKey = { [K in Key]: [Slots<(typeof pt)[K]>] extends [never] ? K : never }[Key]

/** t('tags.confirmDelete', { name }): keys and slots are checked against the Portuguese dictionary. */
export function t<K extends Key>(key: K, ...[slots]: Params<K>): string {
  return dictionary[key].replace(/\{(\w+)\}/g, (_, name: string) => String((slots as Record<string, unknown> | undefined)?.[name]))
}

/** The text of a key built at run time, or nothing when the dictionary has none. */
export const translated = (key: string): string | undefined => (dictionary as Record<string, string>)[key]

/** plural(3, 'contacts.one', 'contacts.many'): both keys take {n}. */
export const plural = (n: number, one: Key, many: Key) =>
  dictionary[new Intl.PluralRules(locale()).select(n) === 'one' ? one : many].replace('{n}', number(n))

export const number = (n: number) => new Intl.NumberFormat(locale()).format(n)
