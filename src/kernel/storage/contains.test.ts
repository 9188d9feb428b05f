import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { contains } from './contains'

const db = new Database(':memory:')
const holds = (stored: string, text: string) => {
  const { sql: condition, params } = new SQLiteSyncDialect().sqlToQuery(sql`select ${contains(sql`${stored}`, text)} as holds`)
  return Boolean(db.query<{ holds: number }, never[]>(condition).get(...(params as never[]))!.holds)
}

test('a text is found whatever its accents and its case are, and those of what is searched for', () => {
  for (const text of ['conceicao', 'Conceição', 'CONCEIÇÃO', 'angela', 'Ângela d', 'c\u0327a\u0303o'])
    expect([text, holds('Ângela da CONCEIÇÃO', text)]).toEqual([text, true])
  expect([holds('Мария', 'МАР'), holds('Straße', 'STRASSE'), holds('Straße', 'straß'), holds('Ana', 'Ane')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a text is found by itself, whatever its letters are', () => {
  for (const text of ['2ª via', '1º Ano B', 'Mădălina', 'Agũero', 'İstanbul', '𝓪𝓷𝓪'])
    expect([text, holds(text, text)]).toEqual([text, true])
  expect([holds('2ª via', '2a'), holds('Agũero', 'aguero')]).toEqual([true, true])
})

test('signs that steer a pattern are letters like any other', () => {
  for (const sign of ['*', '?', '[', ']', '[a-z]', '^', '-', '%', '_', '\\', '"', "'"])
    expect([sign, holds(`antes ${sign} depois`, sign), holds('abc', sign)]).toEqual([sign, true, false])
})

test('a letter that repeats makes a search no longer', () => {
  const { sql: condition, params } = new SQLiteSyncDialect().sqlToQuery(
    sql`select ${contains(sql`${'a'.repeat(65_536)}`, `${'a'.repeat(190)}zq`)} as holds`,
  )
  expect(condition).not.toMatch(/glob|like/i)
  expect(db.query<{ holds: number }, never[]>(condition).get(...(params as never[]))!.holds).toBe(0)
})
