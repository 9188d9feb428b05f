import { expect, test } from 'bun:test'
import { here } from '../sources'
import { lines, namesOf, skeleton } from './skeleton'

test('a noun is called after its address', () => {
  expect(namesOf('help-videos')).toEqual({
    many: 'helpVideos',
    one: 'helpVideo',
    One: 'HelpVideo',
    path: 'help-videos',
    table: 'help_videos',
  })
  expect(['queues', 'categories', 'boxes', 'branches'].map(path => namesOf(path).one)).toEqual(['queue', 'category', 'box', 'branch'])
})

test('every line that a noun needs elsewhere has its place', async () => {
  for (const { file, at } of lines(namesOf('helps'))) expect([file, at.test(await Bun.file(here(file)).text())]).toEqual([file, true])
})

test('the skeleton is TypeScript, and no longer than is promised', () => {
  const files = Object.entries(skeleton(namesOf('help-videos')))
  for (const [file, content] of files) new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' }).transformSync(content)
  expect(files.map(([, content]) => content.split('\n').length - 1).reduce((sum, n) => sum + n)).toBeLessThan(170)
})
