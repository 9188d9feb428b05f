import { expect, test } from 'bun:test'
import { codeOf, sources } from './sources'

/** What the product is about. A company is a tenant and a user is who asks: those two the kernel knows. A cipher has a tag, a query a plan. */
const PRODUCT =
  /^(baileys|whatsapp|tickets?|contacts?|tags|plans|settings?|chat|chatbots?|robots?|integrations?|campaigns?|profiles?|messages|connections|queueids?)$/

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
    for (const word of new Set(wordsOf(await codeOf(file)))) if (PRODUCT.test(word)) found.push(`${file}: ${word}`)
  expect(found).toEqual([])
})
