import { expect, test } from 'bun:test'
import { withoutName } from './preview'

test('the name above an answer is not among its words; a longer line of a customer is what they said', () => {
  expect(withoutName('*Ana Lima:*\nBom dia')).toBe('Bom dia')
  const line = 'O que ficou combinado por telefone na semana passada com o técnico:'
  expect(withoutName(`*${line}*\ntroca na segunda`)).toBe(`${line}\ntroca na segunda`)
})
