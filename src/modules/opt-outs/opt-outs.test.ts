import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const { norte, sul } = await testOffice()
const { client } = norte.staff.admin

type Refused = { row: number; details: Record<string, string[]> }

test('a spreadsheet brings who asked elsewhere, once in either spelling, and each row that is wrong is told', async () => {
  const rows = [{ number: '+55 (11) 98877-6655', name: 'Rosa' }, { number: '5511988776655' }, { name: 'Sem número' }, { number: '12' }]
  const { body } = await client.post<{ created: number; refused: Refused[] }>('/opt-outs/import', { rows })
  expect(body.created).toBe(1)
  expect(body.refused).toMatchObject([
    { row: 1, details: { number: ['Este número já está na lista'] } },
    { row: 2, details: { number: ['Required'] } },
    { row: 3, details: { number: ['Too Short!'] } },
  ])
  const list = async (of: typeof norte) =>
    (await of.staff.admin.client.get<{ records: { number: string }[] }>('/opt-outs?searchParam=988776655')).body.records.map(
      one => one.number,
    )
  expect(await list(norte)).toEqual(['5511988776655'])
  expect(await list(sul)).toEqual([])
})
