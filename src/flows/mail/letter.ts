import type { MailBrand } from '#modules/brand'
import type { Language } from '#modules/companies'

/** What a mail says. Everything is plain text: the layout is the same for all. */
export type Letter = {
  to: { name: string; address: string }
  language: Language
  subject: string
  paragraphs: string[]
  /** Something to be copied by hand, on a line of its own. */
  code?: string
  /** A button, and its address in full for readers without one. */
  action?: { label: string; address: string }
  /** What stands small at the end. */
  note?: string
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, sign => HTML[sign]!)
const LANGUAGES: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

export const asText = ({ paragraphs, code, action, note }: Letter, { name, footer }: MailBrand) =>
  [...paragraphs, code, action && `${action.label}: ${action.address}`, note, [`-- \n${name}`, footer].filter(Boolean).join('\n')]
    .filter(Boolean)
    .join('\n\n')

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Styles stand at their elements and nothing is fetched: many readers show neither style sheets nor images of elsewhere. */
export function asHtml({ language, subject, paragraphs, code, action, note }: Letter, { name, footer, fill, ink, text }: MailBrand) {
  const p = (words: string, style: string) => `<p style="margin:0 0 16px;${style}">${escaped(words)}</p>`
  const parts = [
    ...paragraphs.map(words => p(words, 'font-size:15px;line-height:23px')),
    code &&
      `<p style="margin:0 0 20px;padding:14px 16px;border-radius:10px;background:#eef2fb;font:600 17px/24px ui-monospace,Menlo,Consolas,monospace;color:#1b1f27;word-break:break-all">${escaped(code)}</p>`,
    action &&
      `<p style="margin:0 0 12px"><a href="${escaped(action.address)}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${fill};color:${ink};font-size:15px;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>`,
    action && p(action.address, 'font-size:12px;line-height:18px;color:#5c6370;word-break:break-all'),
    note && p(note, 'font-size:13px;line-height:20px;color:#5c6370'),
  ].filter(Boolean)
  return `<!doctype html>
<html lang="${LANGUAGES[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f4f6f8;${FONT};color:#1b1f27"><div style="max-width:520px;margin:0 auto;padding:32px 16px">
<div style="margin:0 0 16px;font-size:17px;font-weight:700;color:${text}">${escaped(name)}</div>
<div style="padding:28px 28px 12px;border-radius:16px;background:#ffffff">
${parts.join('\n')}
</div>${footer && `\n<div style="margin:16px 0 0;font-size:12px;line-height:18px;color:#5c6370;white-space:pre-line">${escaped(footer)}</div>`}</div></body></html>`
}
