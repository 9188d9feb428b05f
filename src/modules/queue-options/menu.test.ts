import { expect, test } from 'bun:test'
import { optionMenu, queueMenu, withWayBack } from './menu'

const queues = [{ name: 'Vendas' }, { name: 'Suporte' }]
const options = [
  { option: 1, title: 'Planos' },
  { option: 2, title: 'Outros' },
]

test('the menu of queues numbers them below the greeting', () => {
  expect(queueMenu('Olá!', queues)).toBe('Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte')
  expect(queueMenu(' ', queues)).toBe('*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte')
})

test('the menu of options ends with the ways back, and a message without options has none', () => {
  expect(optionMenu('Escolha:', options)).toBe(
    'Escolha:\n\n*[ 1 ]* - Planos\n*[ 2 ]* - Outros\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
  )
  expect(optionMenu('', options, 'en')).toBe('*[ 1 ]* - Planos\n*[ 2 ]* - Outros\n*[ 0 ]* - Previous menu\n*[ # ]* - Main menu')
  expect(optionMenu('Ligue 0800.', [])).toBe('Ligue 0800.')
})

test('a text that ends a way names the beginning', () => {
  expect(withWayBack('Voltamos às 8h.')).toBe('Voltamos às 8h.\n\n*[ # ]* - Voltar ao Menu Principal')
})
