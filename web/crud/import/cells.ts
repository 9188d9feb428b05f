import { choicesOf, type Kind } from '../../catalog'
import { folded } from '../../kit/folded'
import type { Drawn } from '../describe'
import { type NounWords, switchWord } from '../words'
import { words } from './texts'

/** What a cell says, as the server takes it, or what is wrong with it. */
export type Read = { value: unknown } | { wrong: string }
type Reader = (cell: string) => Read

const ON = ['sim', 's', 'si', 'yes', 'y', 'x', '1', 'true', 'verdadeiro', 'verdadero', 'ativo', 'ativa', 'active', 'activo', 'activa']
const OFF = ['nao', 'n', 'no', '0', 'false', 'falso', 'inativo', 'inativa', 'inactive', 'inactivo', 'inactiva']

/** Reads what is called so: in the same letters, or else whatever their case and accents. */
function finder(all: { name: string; value: unknown }[], unknown: (name: string) => string): Reader {
  const [same, alike] = [Map.groupBy(all, one => one.name), Map.groupBy(all, one => folded(one.name))]
  return name => {
    const [found, ...others] = same.get(name) ?? alike.get(folded(name)) ?? []
    if (!found) return { wrong: unknown(name) }
    return others.some(({ value }) => value !== found.value) ? { wrong: words('ambiguous', { name }) } : found
  }
}

function ofSwitch(name: string, noun: NounWords): Reader {
  const known = ([true, false] as const).flatMap(value =>
    [...(value ? ON : OFF), switchWord(noun, name, value)].map(one => ({ name: folded(one), value })),
  )
  const read = finder(known, () => words('notSwitch'))
  return cell => read(folded(cell))
}

function ofChoice(name: string, options: string[], noun: NounWords): Reader {
  const labels = options.map(value => ({ name: noun.find(`${name}.${value}`) ?? value, value }))
  const values = options.map(value => ({ name: value, value }))
  return finder([...labels, ...values], () => words('notChoice', { labels: labels.map(one => one.name).join(', ') }))
}

const ofReference = (of: Kind): Reader =>
  finder(
    choicesOf(of).map(({ id, name }) => ({ name, value: id })),
    name => words('unknown', { name }),
  )

/** Several stand between commas; a name may have one itself. */
function ofReferences(of: Kind): Reader {
  const read = ofReference(of)
  return cell => {
    const whole = read(cell)
    if ('value' in whole) return { value: [whole.value] }
    const each = cell.split(/[,;]/).flatMap(part => (part.trim() ? read(part.trim()) : []))
    return each.find(one => 'wrong' in one) ?? { value: each.flatMap(one => ('value' in one ? one.value : [])) }
  }
}

/** How cells of a field are read that the list and the export write in words; all others go as they are. */
export function readerOf({ name, input, of, options = [] }: Drawn, noun: NounWords): Reader | undefined {
  if (input === 'switch') return ofSwitch(name, noun)
  if (input === 'choice') return ofChoice(name, options, noun)
  if (input === 'reference') return ofReference(of as Kind)
  if (input === 'references') return ofReferences(of as Kind)
  if (input === 'money') return cell => ({ value: cell.replace(/^R\$\s*/i, '') })
  return undefined
}
