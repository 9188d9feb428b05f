import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { Marked } from './marked'

const marked = (text: string, search: string) => renderToStaticMarkup(<Marked text={text} search={search} />)

test('words are marked in any order and without accents, long ones may go on, and nothing is markup', () => {
  expect(marked('O Técnico achou a instalação', 'instala TECNICO')).toBe('O <mark>Técnico</mark> achou a <mark>instalação</mark>')
  expect(marked('O Técnico achou a instalação', 'tecnico instala')).toBe('O <mark>Técnico</mark> achou a <mark>instalação</mark>')
  expect(marked('<b>cabo</b>', 'cabo')).toBe('&lt;b&gt;<mark>cabo</mark>&lt;/b&gt;')
  expect(marked('cabo', '"')).toBe('cabo')
  expect(marked('NF0044712B e A conexão', '4712')).toBe('<mark>NF0044712B</mark> e A conexão')
})
