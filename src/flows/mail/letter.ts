import type { MailBrand, Tokens } from '#modules/brand'
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
/** The second line of everything: its contrast is 5 and more on the page and on the sheet. */
const QUIET = '#5c6370'
/** What the dark theme makes of it; `!important`, since what stands at an element goes before a style sheet. */
const darkStyle = ({ fill, ink, text }: Tokens) =>
  Object.entries({
    page: 'background:#15171c;color:#e8eaee',
    sheet: 'background:#1f2229',
    name: `color:${text}`,
    code: 'background:#2b3040;color:#e8eaee',
    button: `background:${fill};color:${ink}`,
    quiet: 'color:#a6adba',
  })
    .map(([name, style]) => `.${name}{${style.replace(/(?=;|$)/g, ' !important')}}`)
    .join('')

/**
 * Nothing is fetched, and what it looks like in light stands at its elements: many readers show neither images of elsewhere nor style
 * sheets. Those that know of a dark theme read what the head says of it, and do not make up colours of their own.
 */
export function asHtml({ language, subject, paragraphs, code, action, note }: Letter, { name, footer, colors }: MailBrand) {
  const { fill, ink, text } = colors.light
  const p = (words: string, style: string, kind = '') =>
    `<p${kind && ` class="${kind}"`} style="margin:0 0 16px;${style}">${escaped(words)}</p>`
  const parts = [
    ...paragraphs.map(words => p(words, 'font-size:15px;line-height:23px')),
    code &&
      `<p class="code" style="margin:0 0 20px;padding:14px 16px;border-radius:10px;background:#eef2fb;font:600 17px/24px ui-monospace,Menlo,Consolas,monospace;color:#1b1f27;word-break:break-all">${escaped(code)}</p>`,
    action &&
      `<p style="margin:0 0 12px"><a class="button" href="${escaped(action.address)}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${fill};color:${ink};font-size:15px;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>`,
    action && p(action.address, `font-size:12px;line-height:18px;color:${QUIET};word-break:break-all`, 'quiet'),
    note && p(note, `font-size:13px;line-height:20px;color:${QUIET}`, 'quiet'),
  ].filter(Boolean)
  return `<!doctype html>
<html lang="${LANGUAGES[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyle(colors.dark)}}</style></head>
<body class="page" style="margin:0;background:#f4f6f8;${FONT};color:#1b1f27"><div style="max-width:520px;margin:0 auto;padding:32px 16px">
<div class="name" style="margin:0 0 16px;font-size:17px;font-weight:700;color:${text}">${escaped(name)}</div>
<div class="sheet" style="padding:28px 28px 12px;border-radius:16px;background:#ffffff">
${parts.join('\n')}
</div>${footer && `\n<div class="quiet" style="margin:16px 0 0;font-size:12px;line-height:18px;color:${QUIET};white-space:pre-line">${escaped(footer)}</div>`}</div></body></html>`
}
