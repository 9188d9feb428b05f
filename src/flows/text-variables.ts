import type { Company, Language } from '#modules/companies'
import type { Contact } from '#modules/contacts'
import type { Ticket } from '#modules/tickets'

type About = {
  ticket: Pick<Ticket, 'id'>
  contact: Pick<Contact, 'name'>
  company: Pick<Company, 'timeZone' | 'language'>
}

const OF_TICKETS = ['firstName', 'name', 'gretting', 'ms', 'protocol', 'hora'] as const
const isOfTickets = (name: string): name is (typeof OF_TICKETS)[number] => (OF_TICKETS as readonly string[]).includes(name)

/** Forms of address: nobody is called by one alone. */
const ADDRESS = /^(seu|dona|sr|sra|srta|dr|dra|prof|profa|don|doña|mr|mrs|ms|miss)\.?$/i
/** What somebody is called by: the first word of a name, with the one after it where that is "Seu", "Dona", "Dr." … */
export function firstNameOf(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  return second && ADDRESS.test(first) ? `${first} ${second}` : first
}

/** The words in braces that a text may hold, as the clock of the company says; any others stay as they are. */
export function fillIn(text: string, { ticket, contact, company: { timeZone, language } }: About, now = new Date()): string {
  const hour = Number(now.toLocaleTimeString('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }))
  const values: Record<(typeof OF_TICKETS)[number], string> = {
    firstName: firstNameOf(contact.name),
    name: contact.name,
    gretting: greeting(language, hour),
    ms: greeting(language, hour),
    protocol: String(ticket.id),
    hora: now.toLocaleTimeString(LOCALES[language], { timeZone, hour: '2-digit', minute: '2-digit' }),
  }
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (isOfTickets(name) ? values[name] : whole))
}

const BRACED = /(\{\{[^{}]*\}\})/

/** A text in its parts; `name` is that of what stands in braces, `isKnown` whether `fillIn` has something for it. */
export const partsOf = (text: string) =>
  text.split(BRACED).map((part, i) => {
    const name = i % 2 ? part.slice(2, -2).trim() : undefined
    return { part, name, isKnown: name !== undefined && isOfTickets(name) }
  })

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' }
/** Before six, before noon, before six in the evening, and after. */
const GREETINGS: Record<Language, [string, string, string, string]> = {
  pt: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good evening', 'Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
}
const greeting = (language: Language, hour: number) => GREETINGS[language][Math.floor(hour / 6)]!

/** Somebody of a contact list. */
export type Addressee = { name: string; number: string; email: string }

const SLOT = /\{\{\s*([\p{L}\p{N}_]+)\s*\}\}|\{([\p{L}\p{N}_]+)\}/gu
const OF_ADDRESSEES = ['nome', 'name', 'primeiro_nome', 'firstName', 'numero', 'número', 'email', 'ms']

/** A text for the people of a list in its parts; `name` is that of a word that everybody has, others may be the company's own. */
export const partsForPeople = (text: string) =>
  text.split(/(\{\{[^{}]*\}\}|\{[^{}]*\})/).map((part, i) => {
    const name = i % 2 ? part.replace(/^\{+\s*|\s*\}+$/g, '') : ''
    return OF_ADDRESSEES.includes(name) ? { part, name, isKnown: true } : { part, name: undefined, isKnown: false }
  })

/** The words in braces of a campaign's text that stand for nothing: they are sent as they are. */
export const unknownIn = (text: string, variables: { key: string }[]) => {
  const known = new Set([...OF_ADDRESSEES, ...variables.map(({ key }) => key)])
  return [...new Set([...text.matchAll(SLOT)].flatMap(([whole, two, one]) => (known.has(two ?? one ?? '') ? [] : whole)))]
}

/**
 * A text of a campaign for one person: {nome}, {numero}, {email} and the company's own variables, in one or two braces. It is read once,
 * so that what a value holds is nothing but text, whatever it looks like; an unknown name stays as it is.
 */
export function fillInFor(
  text: string,
  { name, number, email }: Addressee,
  variables: { key: string; value: string }[],
  { timeZone, language }: Pick<Company, 'timeZone' | 'language'>,
  now = new Date(),
): string {
  const first = firstNameOf(name)
  const hour = Number(now.toLocaleTimeString('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }))
  const values = new Map([
    ...variables.map(({ key, value }) => [key, value] as const),
    ...(['nome', 'name'] as const).map(key => [key, name] as const),
    ...(['primeiro_nome', 'firstName'] as const).map(key => [key, first] as const),
    ...(['numero', 'número'] as const).map(key => [key, number] as const),
    ['email', email] as const,
    ['ms', greeting(language, hour)] as const,
  ])
  return text.replace(SLOT, (whole, two?: string, one?: string) => values.get(two ?? one ?? '') ?? whole)
}
