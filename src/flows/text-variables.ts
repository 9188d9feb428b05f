import type { Company, Language } from '#modules/companies'
import type { Contact } from '#modules/contacts'
import type { Ticket } from '#modules/tickets'

type About = {
  ticket: Pick<Ticket, 'id'>
  contact: Pick<Contact, 'name'>
  company: Pick<Company, 'timeZone' | 'language'>
}

/** The words in braces that a text may hold, as the clock of the company says; any others stay as they are. */
export function fillIn(text: string, { ticket, contact, company: { timeZone, language } }: About, now = new Date()): string {
  const hour = Number(now.toLocaleTimeString('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }))
  const values: Record<string, string> = {
    firstName: contact.name.split(' ')[0] ?? '',
    name: contact.name,
    gretting: greeting(language, hour),
    ms: greeting(language, hour),
    protocol: String(ticket.id),
    hora: now.toLocaleTimeString(LOCALES[language], { timeZone, hour: '2-digit', minute: '2-digit' }),
  }
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
}

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' }
/** Before six, before noon, before six in the evening, and after. */
const GREETINGS: Record<Language, [string, string, string, string]> = {
  pt: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good evening', 'Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
}
const greeting = (language: Language, hour: number) => GREETINGS[language][Math.floor(hour / 6)]!
