import type { Contact } from '#modules/contacts'
import type { Ticket } from '#modules/tickets'

/** The words in braces that a text may hold; any others stay as they are. */
export function fillIn(text: string, ticket: Pick<Ticket, 'id'>, contact: Pick<Contact, 'name'>, now = new Date()): string {
  const values: Record<string, string> = {
    firstName: contact.name.split(' ')[0] ?? '',
    name: contact.name,
    gretting: greeting(now.getHours()),
    ms: greeting(now.getHours()),
    protocol: String(ticket.id),
    hora: now.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' }),
  }
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
}

const greeting = (hour: number) => (hour < 6 ? 'Boa madrugada' : hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite')
