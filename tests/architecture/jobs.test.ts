import { expect, test } from 'bun:test'
import { testOffice } from '../office'
import { tests, textOf } from './sources'

const { product } = await testOffice()

test('each kind of job has a test that kills the process in the middle of it', async () => {
  const texts = await Promise.all(tests().flatMap(path => (path.startsWith('tests/crash/') ? textOf(path) : [])))
  // As the name of a test begins, or the key of the table of them.
  const isKilled = (kind: string) => texts.some(text => new RegExp(`'${kind}: \\S|^  '?${kind}'?: \\{$`, 'm').test(text))
  expect(product.jobs.runner.kinds.filter(kind => !isKilled(kind))).toEqual([])
})
