import { expect, test } from 'bun:test'
import { phoneKey } from '#kernel/phone'
import { numberForms } from './world'

/** Spellings of one telephone stand side by side. */
const TELEPHONES = [
  ['5511988887777', '551188887777'],
  ['5592966665555', '559266665555'],
  ['5511934567890'],
  ['551134567890'],
  ['5511912345678'],
  ['551112345678'],
  ['351912345678'],
  ['14155550123'],
  ['5511'],
]

test('the network and the product agree on the spellings of a number', () => {
  for (const telephone of TELEPHONES)
    for (const number of telephone) {
      for (const other of TELEPHONES.flat()) {
        const same = telephone.includes(other)
        expect([number, other, phoneKey(number) === phoneKey(other)]).toEqual([number, other, same])
        expect([number, other, numberForms(number).includes(other)]).toEqual([number, other, same])
      }
    }
})
