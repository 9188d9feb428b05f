import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { beforeIndexes, sortedBy, standsUnsorted } from './sorted'

test('a table has its names in order, whoever writes them, and an index may stand in it', async () => {
  const made = 'CREATE TABLE `places` (id integer primary key, title text);--> statement-breakpoint\n'
  const index = 'CREATE INDEX `places_order` ON `places` (sort_name, id);\n'
  const db = new Database(':memory:')
  db.run(beforeIndexes(made + index, 'places', await sortedBy('places', 'title')))
  for (const title of ['Zebra', 'água', 'Árvore']) db.run('insert into places (title) values (?)', [title])
  db.run("update places set title = 'Ébano' where title = 'Zebra'")
  expect(db.query('select title from places order by sort_name, id').values().flat()).toEqual(['água', 'Árvore', 'Ébano'])
})

test('an index by names is told apart whose table has none in order', async () => {
  const index = 'CREATE INDEX `places_order` ON `places` (`company_id`,sort_name,`id`);'
  expect(standsUnsorted(index, [])).toEqual(['places'])
  const sorted = await sortedBy('places', 'title')
  expect(standsUnsorted(beforeIndexes(index, 'places', sorted), [])).toEqual([])
  expect(standsUnsorted(index, [sorted])).toEqual([])
  expect(standsUnsorted(index, [await sortedBy('other_places', 'title')])).toEqual(['places'])
})
