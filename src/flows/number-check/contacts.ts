import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { phoneKey } from '#kernel/phone'
import { contacts, numbers } from '#modules/contacts'
import { resolvePerson } from '../identity'
import { enqueueCheck, numberCheck, stopCheck, type Answer, type Numbers, type Unchecked } from './kind'

/** `of` is how many were to be asked about when the check began, as long as one goes on. */
type Progress = { unchecked: number; invalid: number; of: number | null }

declare module '#kernel/context' {
  interface Events {
    contactNumbers: { action: 'update' } & Progress
  }
}

/** How far the check of the company's contacts is. */
export async function checkOfContacts(ctx: Ctx): Promise<Progress> {
  const open = await jobs.payloadOf(ctx, numberCheck, 'contacts')
  return { ...(await numbers.counts(ctx)), of: open && 'contacts' in open ? open.contacts : null }
}

/** Has all contacts checked that were not yet; when all were, those once more that had no account. */
export const checkContacts = (ctx: Ctx) =>
  transaction(ctx, async ctx => {
    const { of, unchecked, invalid } = await checkOfContacts(ctx)
    if (of === null && !unchecked && invalid) await numbers.forgetInvalid(ctx)
    if (of === null && unchecked + invalid) await enqueueCheck(ctx, { contacts: unchecked || invalid })
    const progress = await checkOfContacts(ctx)
    ctx.publish('contactNumbers', { action: 'update', ...progress })
    return progress
  })

/** Ends a check: what was answered stays, and the next goes on from there. */
export const stopCheckOfContacts = (ctx: Ctx) =>
  transaction(ctx, async ctx => {
    await stopCheck(ctx, 'contacts')
    const progress = await checkOfContacts(ctx)
    ctx.publish('contactNumbers', { action: 'update', ...progress })
    return progress
  })

/** The network's form of a contact's number; who turns out to be another contact too is merged with it. */
async function learn(ctx: Ctx, { id, number }: Unchecked, answer: Answer) {
  const contact = await contacts.find(ctx, id)
  if (!contact || contact.number !== number) return
  const isSame = answer && phoneKey(answer.pn) === contact.phoneKey
  const { id: keptId } = isSame ? await resolvePerson(ctx, answer, null) : contact
  await contacts.change(ctx, keptId, { isWhatsappValid: answer !== undefined, checkedAt: new Date() })
}

/** The contacts of the company: each is told as it changes, and how far the check is. */
export const numbersOfContacts: Numbers = {
  next: (ctx, limit) => numbers.unchecked(ctx, limit),
  async store(ctx, answers) {
    for (const { one, answer } of answers) await learn(ctx, one, answer)
    const { of, ...left } = await checkOfContacts(ctx)
    ctx.publish('contactNumbers', { action: 'update', ...left, of: left.unchecked ? of : null })
  },
}
