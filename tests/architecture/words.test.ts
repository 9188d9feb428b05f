import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { codeOf, sources } from './sources'

/** What the product is about. A company is a tenant and a user is who asks: those two the kernel knows. A cipher has a tag, a query a plan. */
const PRODUCT =
  /^(baileys|whatsapp|tickets?|contacts?|tags|plans|settings?|chat|chatbots?|robots?|integrations?|campaigns?|profiles?|messages|connections|queueids?)$/
/** Product words that are still there, by file, and why. */
const KNOWN: Record<string, { words: string[]; why: string }> = {
  'context.ts': {
    words: ['profile', 'queueids', 'ticket'],
    why: 'who asks carries the rights of an agent: to become a type of the product',
  },
  'access-token.ts': { words: ['profile'], why: 'a token tells it, as clients of the family expect' },
  'metrics.ts': { words: ['messages', 'connections'], why: 'two figures of the product stand beside those of the process' },
}

/** The words of names and texts: `messagesCounted` is two, and `queueIds` one of its own. */
const wordsOf = (code: string) =>
  (code.match(/[A-Za-z_$][\w$]*/g) ?? []).flatMap(name =>
    name
      .replace(/queueIds?/g, ' queueids ')
      .split(/(?=[A-Z])|[_$\s]+/)
      .map(word => word.toLowerCase()),
  )

test('no product word stands in the kernel', async () => {
  const found: string[] = []
  for (const file of sources('src/kernel'))
    for (const word of new Set(wordsOf(await codeOf(file))))
      if (PRODUCT.test(word) && !KNOWN[basename(file)]?.words.includes(word)) found.push(`${file}: ${word}`)
  expect(found).toEqual([])
})
