import type { Page } from 'playwright-core'

export const SPOKEN = ['pt', 'en', 'es'] as const
type Spoken = (typeof SPOKEN)[number]
/** Words that are to be read and typed so. */
const MEANT = /\{(key|chave|clave|id)\}|\{\{|^openapi\.json$/
/** Letters and words that the other languages never write. */
const FOREIGN: Record<Spoken, RegExp> = {
  pt: /[¿¡ñ]/,
  en: /[ãõçñ¿¡]|\b(não|nenhum|ainda|ningún|todavía)\b/i,
  es: /[ãõç]|\b(não|nenhum|ainda|você)\b/i,
}

/** Of what stands before who looks, the uppermost dialog, menu or the page: what is cut off, beyond the screen, in another language, or was meant for programs. */
export const unfit = (page: Page, language: Spoken) =>
  page.evaluate(
    ([meant, foreign]) => {
      const within = [...document.querySelectorAll('[role=dialog], [role=menu], main')].findLast(
        one => one.getClientRects().length || one.querySelector('form'),
      )!
      const found = new Set<string>()
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent!.trim()
        const element = walker.currentNode.parentElement!
        // Languages are called as they call themselves.
        if (/^(Português|Español)/.test(text)) continue
        if (!text || !element.checkVisibility() || element.closest('.sr-only, pre, code, [translate=no]')) continue
        if (/\{\w+\}|undefined|NaN|\[object|\bERR_|^[a-z]+(\.[a-z]\w+)+$/.test(text) && !new RegExp(meant!).test(text))
          found.add(`raw: ${text}`)
        // Names that clients of the family know stand in quotation marks, as they are in every language.
        if (new RegExp(foreign!, 'i').test(text.replace(/“[^”]*”/g, ''))) found.add(`another language: ${text}`)
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const { right } = range.getBoundingClientRect()
        for (let at: HTMLElement | null = element; at; at = at.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(at)
          // What may be pushed aside, or ends in dots where it is long.
          if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') break
          if (right > (/hidden|clip/.test(overflowX) || !at.parentElement ? at.getBoundingClientRect().right : Infinity) + 1) {
            found.add(`cut: ${text}`)
            break
          }
        }
      }
      const wider = document.documentElement.scrollWidth - innerWidth
      return [...found, ...(wider > 0 ? [`${wider} pixels wider than the screen`] : [])]
    },
    [MEANT.source, FOREIGN[language].source],
  )
