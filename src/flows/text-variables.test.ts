import { describe, expect, test } from 'bun:test'
import { fillIn, fillInFor, partsForPeople, partsOf } from './text-variables'

const about = (timeZone: string, language: 'pt' | 'en' | 'es' = 'pt') => ({
  ticket: { id: 4321 },
  contact: { name: 'Helena Prado' },
  company: { timeZone, language },
})
const NOON = new Date('2026-01-15T12:05:00Z')

test.each([
  ['America/Sao_Paulo', '09:05', 'Bom dia'],
  ['America/Manaus', '08:05', 'Bom dia'],
  ['America/Noronha', '10:05', 'Bom dia'],
  ['UTC', '12:05', 'Boa tarde'],
  ['Asia/Kolkata', '17:35', 'Boa tarde'],
  ['Asia/Tokyo', '21:05', 'Boa noite'],
  ['Pacific/Auckland', '01:05', 'Boa madrugada'],
])('in %s it is %s: %s', (timeZone, hour, greeting) => {
  expect(fillIn('{{ms}}, {{gretting}}: {{hora}}', about(timeZone), NOON)).toBe(`${greeting}, ${greeting}: ${hour}`)
})

test('midnight belongs to the night, and six, noon and eighteen begin the next part of the day', () => {
  const at = (time: string) => fillIn('{{ms}}', about('UTC'), new Date(`2026-01-15T${time}Z`))
  expect(['00:00', '05:59', '06:00', '11:59', '12:00', '17:59', '18:00', '23:59'].map(time => at(`${time}:00`))).toEqual([
    'Boa madrugada',
    'Boa madrugada',
    'Bom dia',
    'Bom dia',
    'Boa tarde',
    'Boa tarde',
    'Boa noite',
    'Boa noite',
  ])
})

test('the company’s language says the greeting and writes the hour', () => {
  const text = '{{ms}}, {{hora}}'
  expect(fillIn(text, about('America/New_York', 'en'), NOON)).toBe('Good morning, 07:05 AM')
  expect(fillIn(text, about('America/Mexico_City', 'es'), NOON)).toBe('Buenos días, 06:05')
})

describe('the words in braces', () => {
  test('name the customer and the ticket', () => {
    expect(fillIn('{{firstName}} | {{ name }} | {{protocol}}', about('UTC'), NOON)).toBe('Helena | Helena Prado | 4321')
  })

  test.each([
    ['Seu Jorge', 'Seu Jorge'],
    ['dona Lúcia Alves', 'dona Lúcia'],
    ['Dr. Paulo Reis', 'Dr. Paulo'],
    ['Dona', 'Dona'],
    ['Seung Park', 'Seung'],
  ])('call %s by no form of address alone: %s', (name, called) => {
    expect(fillIn('{{firstName}}', { ...about('UTC'), contact: { name } }, NOON)).toBe(called)
    expect(fillInFor('{primeiro_nome}', { name, number: '', email: '' }, [], about('UTC').company)).toBe(called)
  })

  test('are told apart from those that nobody knows by what becomes of them', () => {
    const text = '{{ms}} {{ firstName }}, {{userName}} {{nome do cliente}} {{hora}}{{gretting}}{{name}}{{protocol}} {x} {{}}'
    const named = partsOf(text).filter(({ name }) => name !== undefined)
    expect(named.flatMap(({ part, isKnown }) => (isKnown ? [] : part))).toEqual(['{{userName}}', '{{nome do cliente}}', '{{}}'])
    for (const { part, isKnown } of named) expect([part, fillIn(part, about('UTC'), NOON) === part]).toEqual([part, !isKnown])
  })

  test('that nobody knows stay, and what a name brings along is no word', () => {
    const named = { ...about('UTC'), contact: { name: '{{protocol}} Silva' } }
    expect(fillIn('{{name}} {{toString}} {{x}}', named, NOON)).toBe('{{protocol}} Silva {{toString}} {{x}}')
  })
})

test('of a text for the people of a list, what each of them has is a variable, and what is filled in for them', () => {
  const text = 'Segue, {{nome}} ({primeiro_nome}): {{ numero }} {protocol} {{hora}} {cupom} {}'
  expect(partsForPeople(text).flatMap(({ part, isKnown }) => (isKnown ? [part] : []))).toEqual([
    '{{nome}}',
    '{primeiro_nome}',
    '{{ numero }}',
  ])
  expect(
    partsForPeople(text)
      .map(({ part }) => part)
      .join(''),
  ).toBe(text)
  const person = { name: 'Ana Lima', number: '5511', email: '' }
  expect(fillInFor(text, person, [], about('UTC').company)).toBe('Segue, Ana Lima (Ana): 5511 {protocol} {{hora}} {cupom} {}')
})
