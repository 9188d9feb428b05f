import { batch, computed, signal } from '@preact/signals-react'
import { partOf, type Retryable, retryable } from './retryable'
import type { morePt } from '../i18n/more-pt'
import type { pt } from '../i18n/pt'
import type { Choice, Rewording } from './vocabulary'

export type Language = 'pt' | 'en' | 'es'
type Portuguese = typeof pt & typeof morePt
type Key = keyof Portuguese
type Dictionary = Record<Key, string>

const named = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  partOf(retryable(load), module => module[name])
const loadFirst: Record<Language, () => Promise<Record<keyof typeof pt, string>>> = {
  pt: named(() => import('../i18n/pt'), 'pt'),
  en: named(() => import('../i18n/en'), 'en'),
  es: named(() => import('../i18n/es'), 'es'),
}
const loadMore: Record<Language, () => Promise<Record<keyof typeof morePt, string>>> = {
  pt: named(() => import('../i18n/more-pt'), 'morePt'),
  en: named(() => import('../i18n/more-en'), 'moreEn'),
  es: named(() => import('../i18n/more-es'), 'moreEs'),
}
const tags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

/** The language shown. */
export const language = signal<Language>('pt')
/** Grows when what was said is to be said anew: the whole application is drawn again, so `t` needs no tracking. */
export const speech = signal(0)
const sayAnew = () => void speech.value++
let dictionary = {} as Dictionary

export const locale = () => tags[language.peek()]
/** Making one costs a hundred times its use. */
const numbers = computed(() => new Intl.NumberFormat(tags[language.value]))
const plurals = computed(() => new Intl.PluralRules(tags[language.value]))
export const number = (n: number) => numbers.peek().format(n)

let [asks, landed] = [0, 0]
let asked: Language | undefined
/** The language that was asked for last, which may still be on its way. */
export const askedLanguage = () => asked ?? language.peek()
const { promise: speaks, resolve: beginToSpeak } = Promise.withResolvers<void>()
/** When the first texts are there. */
export { speaks }

export async function setLanguage(value: Language) {
  const ask = ++asks
  asked = value
  const first = await loadFirst[value]()
  const more = whole && (await loadMore[value]())
  // One that was asked for later is there already.
  if (ask < landed) return
  landed = ask
  beginToSpeak()
  dictionary = { ...first, ...more } as Dictionary
  localStorage.setItem('language', value)
  document.documentElement.lang = tags[value]
  batch(() => {
    language.value = value
    sayAnew()
  })
}

let whole: Promise<void> | undefined
let isMissed = false
async function complete() {
  const of = language.peek()
  const more = await loadMore[of]()
  if (of !== language.peek()) return complete()
  dictionary = { ...dictionary, ...more }
  if (isMissed) sayAnew()
}
/**
 * The texts of what is not drawn before a person can begin: errors, the conversation, most of the kit. Every page but the inbox waits for
 * them, and whatever the server refuses; what was drawn without them all the same is drawn anew.
 */
export const allTexts = (): Promise<void> =>
  (whole ??= complete().catch((error: unknown) => {
    whole = undefined
    throw error
  }))
/** A part of the program with all texts: retried(withTexts(() => import('./options'))). */
export const withTexts = <Module>(load: () => Promise<Module>): Retryable<Module> => {
  const module = retryable(load, true)
  return (async () => (await Promise.all([module(), allTexts()]))[0]) as Retryable<Module>
}

/** What was chosen here, else the first of the browser's that is spoken. */
export const storedLanguage = (): Language =>
  [localStorage.getItem('language'), ...navigator.languages].map(tag => tag?.slice(0, 2) as Language).find(value => value in tags) ?? 'pt'

/** Says texts with the words that the company chose; nothing while it speaks as the product does. */
export const rewording = signal<Rewording | undefined>(undefined)
const said = (text: string) => rewording.peek()?.say(text, language.peek()) ?? text
const sayAny = (text: string | undefined) => text && said(text)

const importVocabulary = retryable(() => import('./vocabulary'))
const STORED_WORDS = 'words'
let spoken = '{}'
/** Speaks with these words from now on. */
export async function setWords(choice: Choice) {
  const chosen = JSON.stringify(choice)
  if (chosen === spoken) return
  spoken = chosen
  localStorage.setItem(STORED_WORDS, chosen)
  try {
    const made = chosen === '{}' ? undefined : (await importVocabulary()).rewordingOf(choice)
    // Another choice may have come while the words were on their way.
    if (spoken !== chosen || rewording.peek() === made) return
    rewording.value = made
    sayAnew()
  } catch (error) {
    if (spoken === chosen) spoken = ''
    throw error
  }
}
export const storedWords = (): Choice => JSON.parse(localStorage.getItem(STORED_WORDS) ?? '{}') as Choice

type Slots<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never
type Params<S extends string> = [Slots<S>] extends [never] ? [] : [Record<Slots<S>, string | number>]
type PlainOf<P> = { [K in keyof P]: P[K] extends string ? ([Slots<P[K]>] extends [never] ? K : never) : never }[keyof P] & string

/** Portuguese rules count none as one; people write 0 faturas. */
const isOne = (n: number) => n !== 0 && plurals.peek().select(n) === 'one'

/** A text with its slots filled. `one|many` is chosen by {n}. One that is still on its way says nothing. */
function fill(text: string | undefined, slots: Record<string, string | number> = {}) {
  if (text === undefined) {
    isMissed = true
    return ''
  }
  const [one, many] = said(text).split('|') as [string, string?]
  const chosen = many === undefined || isOne(Number(slots['n'])) ? one : many
  return chosen.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name]
    return typeof value === 'number' ? number(value) : String(value)
  })
}

/** t('common.searchFrom', { n }): keys and slots are checked against the Portuguese dictionary, which all pages share. */
export const t = <K extends Key>(key: K, ...[slots]: Params<Portuguese[K]>): string => fill(dictionary[key], slots)

/** Shared keys whose text has no slots. */
export type PlainKey = PlainOf<Portuguese>

/** The text of a shared key built at run time, or nothing when the dictionary has none. */
export const translated = (key: string): string | undefined => sayAny((dictionary as Record<string, string>)[key])

/** plural(3, 'tickets.unreadOne', 'tickets.unread'): both keys take {n}. */
export const plural = (n: number, one: Key, many: Key) => fill(dictionary[isOne(n) ? one : many], { n })

/** A text that stands in all languages side by side. */
export const inLanguage = (languages: Record<Language, string>) => said(languages[language.peek()])

type Languages<P> = { pt: P; en: Record<keyof P, string>; es: Record<keyof P, string> }

/**
 * The texts of one page, which are loaded with it: const words = texts({ pt: { saved: '{name} salva' }, en: …, es: … }), then
 * words('saved', { name }). Portuguese is the type: the other languages have every key, and a call every slot.
 */
export function texts<const P extends Record<string, string>>(languages: Languages<P>) {
  const words = <K extends keyof P & string>(key: K, ...[slots]: Params<P[K]>) => fill(languages[language.peek()][key], slots)
  /** The text of a key built at run time, or nothing when there is none. */
  const find = (key: string): string | undefined => sayAny((languages[language.peek()] as Record<string, string>)[key])
  return Object.assign(words, { languages, find })
}

/** What `texts` gives, and those of its keys whose text has no slots. */
export type Words<P extends Record<string, string> = Record<string, string>> = ReturnType<typeof texts<P>>
export type PlainWord<W extends { languages: { pt: object } }> = PlainOf<W['languages']['pt']>
