import { expect, test } from 'bun:test'
import { among, ranked } from './colleague-order'

const people = ['Álvaro Bento', 'Ana Lima', 'Beto Rocha', 'Roberta Dias'].map((name, i) => ({ id: i + 1, name }))
const names = (text: string, there: number[] = []) => ranked(people, new Set(there), text).map(({ name }) => name)

test('colleagues keep their order, those who are there first', () => {
  expect(names('')).toEqual(['Álvaro Bento', 'Ana Lima', 'Beto Rocha', 'Roberta Dias'])
  expect(names('', [4])).toEqual(['Roberta Dias', 'Álvaro Bento', 'Ana Lima', 'Beto Rocha'])
})

test('a name narrows them from the first letter, with and without its marks, those in whom a word begins so first', () => {
  expect(names('b')).toEqual(['Álvaro Bento', 'Beto Rocha', 'Roberta Dias'])
  expect(names('BE', [3, 4])).toEqual(['Beto Rocha', 'Álvaro Bento', 'Roberta Dias'])
  expect(names('alv')).toEqual(['Álvaro Bento'])
  expect(names('ana li')).toEqual(['Ana Lima'])
  expect(names('zu')).toEqual([])
})

test('queues are found by a part of their names only where one was written, and a person in whom a word begins so stands before them', () => {
  const all = (text: string) =>
    among(
      ranked(people, new Set(), text).map(({ name }) => ({ name })),
      [{ name: 'Suporte' }, { name: 'Análise' }, { name: 'Cabos' }],
      text,
    ).map(({ name }) => name)
  expect(all('')).toEqual(['Álvaro Bento', 'Ana Lima', 'Beto Rocha', 'Roberta Dias'])
  expect(all('ana')).toEqual(['Ana Lima', 'Análise'])
  expect(all('upo')).toEqual(['Suporte'])
  expect(all('b')).toEqual(['Álvaro Bento', 'Beto Rocha', 'Roberta Dias', 'Cabos'])
  expect(all('ca')).toEqual(['Cabos'])
})
