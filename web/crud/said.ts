import { type Choice, choicesOf, type Kind } from '../catalog'
import { civilDay } from '../kit/format'
import { money } from '../kit/measures'
import { number } from '../kit/i18n'
import type { Drawn } from './describe'
import { type NounWords, switchWord } from './words'

/** The rows that a field refers to, one or several. */
export function named({ of }: Pick<Drawn, 'of'>, value: unknown): Choice[] {
  const ids = [value].flat()
  return choicesOf(of as Kind).filter(({ id }) => ids.includes(id))
}

/** What a field holds, in words: as its column, a spreadsheet and who may only read it have it. Nothing is ''. */
export function saidOf(field: Drawn, value: unknown, words: NounWords): string {
  const { name, input } = field
  if (input === 'switch') return switchWord(words, name, Boolean(value))
  if (input === 'choice') return words.find(`${name}.${value}`) ?? String(value ?? '')
  if (input === 'reference' || input === 'references')
    return named(field, value)
      .map(one => one.name)
      .join(', ')
  if (typeof value === 'number') return input === 'money' ? money(value) : number(value)
  if (input === 'date' && value) return civilDay(String(value))
  return String(value ?? '')
}
