import { beforeAll, expect, test } from 'bun:test'
import { openPage } from '../../../../tests/page'
import { setLanguage } from '../../../kit/i18n'
import { ageOf } from './age'

beforeAll(async () => {
  const page = openPage(0, { token: '' })
  await setLanguage('pt')
  page.close()
})

const now = Date.UTC(2026, 10, 22, 12)
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const age = (minutes: number) => ageOf({ status: 'pending', updatedAt: ago(0), waitingSince: ago(minutes) }, now)

test('a wait has its time and colour from its beginning, whatever happened since', () => {
  expect(age(0)).toEqual({ text: 'agora', tone: '' })
  expect(age(2)).toEqual({ text: '2 min', tone: '' })
  expect(age(3)).toEqual({ text: '3 min', tone: 'g' })
  expect(age(30)).toEqual({ text: '30 min', tone: 'o' })
  expect(age(60)).toEqual({ text: '1 h', tone: 'r' })
  expect(age(60 * 50)).toEqual({ text: '2 d', tone: 'r' })
})

test('who has an answer, or whose ticket is closed, does not wait', () => {
  expect(ageOf({ status: 'open', updatedAt: ago(90), waitingSince: null }, now).tone).toBe('')
  expect(ageOf({ status: 'closed', updatedAt: ago(90), waitingSince: ago(90) }, now).tone).toBe('')
})
