import type { Chat, Host, Language } from '../../../src/plugin'
import { type Bill, type Billing, BillingError } from './port'
import { day, money, TEXTS } from './texts'

/**
 * Everything by which a bill can be paid: codes stand in messages of their own, so that a tap copies them. One way to pay is enough; where
 * there is none, the answer fails as the provider did.
 */
export async function handOut(bill: Bill, billing: Billing, chat: Chat, host: Host, language: Language) {
  const texts = TEXTS[language]
  const [pix, barCode, pdf] = await Promise.allSettled([billing.pix(bill), billing.barCode(bill), billing.pdf(bill)])
  const failed = [pix, barCode, pdf].find(one => one.status === 'rejected')
  const found = { pix: valueOf(pix), barCode: valueOf(barCode), pdf: valueOf(pdf) }
  if (!found.pix && !found.barCode && !found.pdf) throw failed?.reason ?? new BillingError('ERR_BILLING_EMPTY')
  await chat.say(texts.summary(money(bill.cents, language), day(bill.dueDate)))
  for (const [title, code] of [
    [texts.pix, found.pix],
    [texts.barCode, found.barCode],
    [texts.page, found.pdf instanceof URL ? found.pdf.href : undefined],
  ] as const) {
    if (!code) continue
    await chat.say(title)
    await chat.say(code)
  }
  if (found.pdf instanceof Uint8Array)
    await chat.sendMedia({ data: found.pdf, mimetype: 'application/pdf', name: `boleto-${bill.dueDate}.pdf` })
  if (!failed) return
  host.log.warn('a bill was handed out in part', { reason: String((failed.reason as Error).message) })
  await chat.say(texts.partly)
}

const valueOf = <T>(settled: PromiseSettledResult<T>) => (settled.status === 'fulfilled' ? settled.value : undefined)
