import type { Ctx } from '#kernel/context'
import { companies, type Language } from '#modules/companies'
import { invoices, type Invoice, type Line } from '#modules/invoices'
import { resellers } from '#modules/resellers'
import { sendMail } from '../mail'
import { civilDate, reais } from './said'

type Texts = Record<'subject' | 'hello' | 'thanks' | 'until' | 'action' | 'months' | 'days', string> & Record<Line['kind'], string>
const TEXTS: Record<Language, Texts> = {
  pt: {
    subject: 'Recibo da fatura {id}',
    hello: 'Olá, {name}!',
    thanks: 'Recebemos o pagamento de {value}. Obrigado!',
    until: 'Sua licença vale até {date}.',
    action: 'Ver o recibo',
    months: '{n} meses',
    days: '{n} dia|{n} dias',
    plan: 'Plano {text}',
    users: '{n} usuário adicional|{n} usuários adicionais',
    connections: '{n} conexão adicional|{n} conexões adicionais',
    queues: '{n} fila adicional|{n} filas adicionais',
    item: '{text}',
    change: 'Troca de plano: {text}',
    credit: 'Crédito anterior',
    coupon: 'Cupom {text}',
    carried: 'Crédito para a próxima fatura',
  },
  en: {
    subject: 'Receipt of invoice {id}',
    hello: 'Hello, {name}!',
    thanks: 'We received the payment of {value}. Thank you!',
    until: 'Your licence holds until {date}.',
    action: 'See the receipt',
    months: '{n} months',
    days: '{n} day|{n} days',
    plan: 'Plan {text}',
    users: '{n} additional user|{n} additional users',
    connections: '{n} additional connection|{n} additional connections',
    queues: '{n} additional queue|{n} additional queues',
    item: '{text}',
    change: 'Change of plan: {text}',
    credit: 'Earlier credit',
    coupon: 'Coupon {text}',
    carried: 'Credit for the next invoice',
  },
  es: {
    subject: 'Recibo de la factura {id}',
    hello: '¡Hola, {name}!',
    thanks: 'Recibimos el pago de {value}. ¡Gracias!',
    until: 'Su licencia vale hasta el {date}.',
    action: 'Ver el recibo',
    months: '{n} meses',
    days: '{n} día|{n} días',
    plan: 'Plan {text}',
    users: '{n} usuario adicional|{n} usuarios adicionales',
    connections: '{n} conexión adicional|{n} conexiones adicionales',
    queues: '{n} cola adicional|{n} colas adicionales',
    item: '{text}',
    change: 'Cambio de plan: {text}',
    credit: 'Crédito anterior',
    coupon: 'Cupón {text}',
    carried: 'Crédito para la próxima factura',
  },
}
const filled = (text: string, slots: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!)

function lineText(said: Texts, { kind, text, n }: Line) {
  const counted = (words: string) => {
    const [one, many] = words.split('|')
    return filled(n === 1 ? one! : (many ?? one!), { text, n: String(n) })
  }
  const length = kind === 'change' ? said.days : kind === 'plan' && n > 1 ? said.months : undefined
  return length ? `${counted(said[kind])} (${counted(length)})` : counted(said[kind])
}

/** Pays an invoice and mails its receipt to where bills of the company go, all or nothing; undefined when it was paid before. */
export async function payInvoice(ctx: Ctx, id: number, paidBy: string, publicUrl: string | undefined): Promise<Invoice | undefined> {
  const paid = await invoices.pay(ctx, id, paidBy)
  if (paid?.cents) await mailReceipt(ctx, paid, publicUrl)
  return paid
}

async function mailReceipt(ctx: Ctx, { id, cents, lines, renewedUntil }: Invoice, publicUrl: string | undefined) {
  const { name, email, language } = await companies.get(ctx)
  if (!email) return
  const said = TEXTS[language]
  const slots = { id: String(id), name, value: reais(language, cents), date: civilDate(language, renewedUntil!) }
  const sold = lines.map(line => `${lineText(said, line)}: ${reais(language, line.cents)}`)
  const paragraphs = [filled(said.hello, slots), filled(said.thanks, slots), ...sold, filled(said.until, slots)]
  const address = await resellers.publicUrl(ctx, publicUrl)
  const action = address && { label: said.action, address: `${address}/financeiro/${id}` }
  await sendMail(ctx, {
    to: { name, address: email },
    language,
    subject: filled(said.subject, slots),
    paragraphs,
    ...(action && { action }),
  })
}
