import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { said, type ErrorCode } from '#kernel/errors'
import { plugins } from '#kernel/process/embedded'
import { errors as texts } from '../../web/i18n/pt/errors'
import { ERRORS } from '../../src/error-codes'
import { FIELD_MESSAGES } from '../../src/field-messages'
import { nouns } from '../../src/nouns'
import { codeOf, ROOT, sources } from './sources'

const codes = Object.keys(ERRORS) as ErrorCode[]
const product = (
  await Promise.all(
    [...sources('src'), ...sources('plugins')].filter(file => !/^src\/(error-codes|field-messages)\.ts$/.test(file)).map(codeOf),
  )
).join('\n')

test('every code of the catalogue is thrown somewhere', () => {
  const built = new Set(nouns.map(({ facts }) => `ERR_NO_${facts.name.toUpperCase()}_FOUND`))
  const byNoun = (code: string) => new RegExp(`notFound\\('${/^ERR_NO_(\w+)_FOUND$/.exec(code)?.[1]?.toLowerCase()}'\\)`).test(product)
  expect(codes.filter(code => !product.includes(`'${code}'`) && !built.has(code) && !byNoun(code))).toEqual([])
})

test('the sentence of a code and its text in the web leave the same gaps for details', () => {
  const gaps = (text: unknown) => (typeof text === 'string' ? (text.match(/\{\w+\}/g) ?? []) : [])
  // Who has the ticket stands one level deeper, and clients that draw the sentence alone are not told.
  const told = codes.filter(code => code !== 'ERR_TICKET_TAKEN')
  expect(told.map(code => [code, gaps(texts[`error.${code}`])])).toEqual(told.map(code => [code, gaps(ERRORS[code])]))
})

test('a code of the contract is told alone, one of ours after its sentence', () => {
  expect(said({ code: 'ERR_NO_PERMISSION', details: undefined }, ERRORS)).toEqual({ error: 'ERR_NO_PERMISSION' })
  expect(said({ code: 'ERR_QUEUE_LIMIT', details: { limit: 3 } }, ERRORS)).toEqual({
    error: 'Número máximo de filas já alcançado: 3',
    code: 'ERR_QUEUE_LIMIT',
    details: { limit: 3 },
  })
})

/** What the parts of a schema say, those of an object's fields and of a pipe among them. */
function messagesOf(part: unknown, seen = new Set<unknown>()): string[] {
  if (part === null || (typeof part !== 'object' && typeof part !== 'function') || seen.has(part)) return []
  seen.add(part)
  const { kind, message } = part as { kind?: unknown; message?: unknown }
  const own = (kind === 'schema' || kind === 'validation') && typeof message === 'string' ? [message] : []
  return [...own, ...Object.values(part).flatMap(inner => messagesOf(inner, seen))]
}

test('every message of a field is of its catalogue, and the catalogue holds no other', async () => {
  const bodies = await Promise.all([...sources('src', '**/body.ts')].map(file => import(join(ROOT, file)) as Promise<object>))
  const builtIn = await Promise.all(Object.values(plugins).map(load => load()))
  const unique = nouns.flatMap(({ facts }) => Object.values(facts.unique ?? {}))
  const said = new Set([...messagesOf([bodies, builtIn]), ...unique])
  const catalogue: readonly string[] = FIELD_MESSAGES
  expect([...said].filter(message => !catalogue.includes(message))).toEqual([])
  expect(catalogue.filter(message => !said.has(message) && !product.includes(`'${message}'`))).toEqual([])
})
