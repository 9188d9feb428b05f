import { join } from 'node:path'
import { checksums } from './dataset/checksums'
import { dataSet, loadInto } from './dataset/folder'
import { dataset } from './dataset/rows'
import type { Bench } from './figures'
import { rounded } from './measure'
import { temporary } from './temporary'

const REFERENCE = join(import.meta.dir, 'dataset/reference.sha256')

/** The reference generator's checksums by table; the same rows by another program. */
async function reference() {
  const lines = (await Bun.file(REFERENCE).text()).trim().split('\n')
  return new Map(lines.map(line => line.split(/\s+/)).map(([hash, file]) => [file!.replace('.csv', ''), hash]))
}

export const data: Bench = async (tell, options) => {
  const expected = await reference()
  const made = Object.entries(checksums(dataset()))
  const different = made.filter(([table, hash]) => expected.get(table) !== hash).map(([table]) => table)
  tell({
    name: 'tables unlike the reference',
    value: different.length,
    unit: `of ${made.length}`,
    goal: { atMost: 0 },
    detail: different.join(', ') || `messages ${expected.get('messages')!.slice(0, 16)}…`,
  })
  const { scale } = options
  const seconds = (await dataSet(options)).seconds ?? (await loadInto(await temporary(), scale))
  const detail = `${rounded(1_000_000 * scale)} messages`
  tell({ name: 'the data set loaded', value: seconds, unit: 's', goal: { atMost: 120 }, detail })
}
