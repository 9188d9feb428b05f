import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { RichText } from './rich-text'
import { unmarked } from './unmarked'

const shown = (text: string, marks?: boolean) =>
  renderToStaticMarkup(<RichText text={text} marks={marks} />).replace(/ (class|target|rel)="[^"]*"/g, '')

test.each([
  ['um *dois* três', 'um <strong>dois</strong> três'],
  ['*_os dois_*', '<strong><em>os dois</em></strong>'],
  ['*um\ndois*', '*um\ndois*'],
  ['2*3*4, * não, **', '2*3*4, * não, **'],
  ['*um*a* fim', '<strong>um*a</strong> fim'],
  ['~fora~ ```*como está*```', '<s>fora</s> <code>*como está*</code>'],
  ['*veja https://a.bc/d_e_, já*', '<strong>veja <a href="https://a.bc/d_e_">https://a.bc/d_e_</a>, já</strong>'],
])('%j is shown as WhatsApp shows it', (text, html) => expect(shown(text)).toBe(html))

test('with its marks, a text is as long as it was written', () => {
  expect(shown('*um* https://a.bc', true)).toBe('<span>*</span><strong>um</strong><span>*</span> https://a.bc')
})

// A text of this length would take minutes where each mark is looked for to the end.
test.each(['*a ', '*a_ ', '_a~ *b '])('marks that begin with %j again and again and never end take no time', begun => {
  const text = begun.repeat(400_000 / begun.length)
  expect(shown(text)).toBe(text)
  expect(unmarked(text)).toBe(text)
})

test('of sixteen thousand marks a thousand are shown, and the rest as it was written', () => {
  const html = shown('*a* '.repeat(16_000))
  expect(html.match(/<strong>/g)).toHaveLength(1_000)
  expect(html.endsWith(' *a* *a* ')).toBe(true)
})
