import { expect, test } from 'bun:test'
import { cardsOf, placeOf } from './cards'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\n')

test('the people of a card are told by name and number, of whichever form it is', () => {
  expect(
    cardsOf(`${card('FN;CHARSET=UTF-8:Ana\\, a mãe', 'TEL;waid=5511988887777:+55 11 98888-7777')}\n${card('TEL:+55 11 97777-6666')}`),
  ).toEqual([
    { name: 'Ana, a mãe', number: '5511988887777' },
    { name: '+55 11 97777-6666', number: '5511977776666' },
  ])
  expect(cardsOf('Ana: 📞+55 11 98888-7777\nBia 📞5511\nninguém')).toEqual([
    { name: 'Ana', number: '5511988887777' },
    { name: 'Bia', number: '5511' },
  ])
})

// One of this length would take minutes where each line is looked through to the end of the card.
test.each(['FN\n', 'TEL\n', ' ', ': '])('a card that repeats %j and names nobody takes no time', part => {
  const repeated = part.repeat(600_000 / part.length)
  expect(cardsOf(card(repeated))).toEqual([])
  expect(cardsOf(repeated)).toEqual([])
})

test('of a name without end its beginning is shown', () => {
  const [card] = cardsOf(`BEGIN:VCARD\nFN:${'ำ'.repeat(60_000)}\nTEL:5511\nEND:VCARD`)
  expect(card!.name).toHaveLength(200)
})

test('of thousands of cards three hundred are shown', () => {
  expect(cardsOf(card('FN:Ana').repeat(4_000))).toHaveLength(300)
})

test('a place leads to the web or nowhere', () => {
  const address = 'https://maps.google.com/maps?q=1%2C2'
  expect(placeOf(`data:image/png;base64,AAAA|${address}|Loja`)).toEqual({
    picture: 'data:image/png;base64,AAAA',
    address,
    description: 'Loja',
  })
  expect(placeOf(address)).toEqual({ picture: undefined, address, description: undefined })
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'tel:190', '/logout'])
    expect(placeOf(`|${link}|Loja`)).toEqual({ picture: undefined, address: undefined, description: 'Loja' })
})
