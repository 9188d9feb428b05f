import { transaction, type Ctx, type CtxFor } from '#kernel/context'
import { companies, type Company } from '#modules/companies'
import { connections } from '#modules/connections'
import { contacts, dialled } from '#modules/contacts'
import type { lookupFlow } from '../lookup'
import { resolvePerson } from '../identity'
import { say } from '../say'
import { resolve } from '../tickets/resolve'
import { ticketFor } from '../tickets/ticket-for'

type Notice = { text: string; /** Idempotency key: the same notice, however often it is told. */ key: string }
export type NotifyCompany = (company: Company, notice: Notice) => Promise<boolean>

const numberOf = (phone: string | null) => /^\d{10,15}$/.exec(dialled(phone?.trim() ?? ''))?.[0]

/**
 * Tells a company something of the operator's, by WhatsApp from the default connection of the operator's own company. False when it has no
 * phone to be told on. A conversation that is begun by it is ended at once, so that nobody waits in a queue for whom nobody waits.
 */
export const notifyCompanyFlow = (ctxFor: CtxFor, lookup: ReturnType<typeof lookupFlow>): NotifyCompany =>
  async function notifyCompany(company, { text, key }) {
    const { phone, name, id } = company
    const operator = await companies.operatorOf(ctxFor(0).db, company)
    const number = numberOf(phone)
    if (!operator || operator.id === id || !number) return false
    const ctx = ctxFor(operator.id)
    const connection = await connections.preferred(ctx)
    const person = await lookup(ctx, number)
    await transaction(ctx, async (ctx: Ctx) => {
      const [known] = person.lid ? [] : await contacts.known(ctx, person)
      const contact = known ?? (await resolvePerson(ctx, person, name))
      const { ticket, before } = await ticketFor(ctx, contact, { connectionId: connection.id, fromMe: true })
      await say(ctx, ticket, { text }, { clientId: key })
      if (before?.id !== ticket.id) await resolve(ctx, ticket, { farewell: false })
    })
    return true
  }
