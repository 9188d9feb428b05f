import * as v from 'valibot'
import { type Definition, SETTINGS } from '../../../src/modules/settings/registry'
import { fieldsOf } from '../../crud/describe'

type Group = NonNullable<Definition['group']>

/** What is chosen in some groups and something reads, as it is drawn: a new key is a line of the registry and its texts. */
export function chosenIn<const Name extends Group>(groups: readonly Name[]) {
  const own = (Object.entries(SETTINGS) as [string, Definition][]).filter(
    ([, { group, readBy }]) => readBy.length > 0 && groups.some(name => name === group),
  )
  const groupOf = new Map(own.map(([key, { group }]) => [key, group]))
  const fields = fieldsOf(v.object(Object.fromEntries(own.map(([key, { schema }]) => [key, schema]))))
  return { fields, of: (group: Name, found = fields) => found.filter(({ name }) => groupOf.get(name) === group) }
}
