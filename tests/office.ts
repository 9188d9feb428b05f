import { afterAll } from 'bun:test'
import { openOffice } from './factories'

/** The office of a file's tests, closed after the last of them. */
export async function testOffice(environment?: Record<string, string>) {
  const office = await openOffice(environment)
  afterAll(() => office.close())
  return office
}
