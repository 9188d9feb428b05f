import { eq } from 'drizzle-orm'
import { hashPassword } from '#kernel/http/passwords'
import type { Db, Store } from '#kernel/storage/libsql'
import { companies } from '#modules/companies'
import { users } from '#modules/users'
import { companies as table } from '../../src/modules/companies/schema'
import { onTerms } from '../billing'
import { beside } from './beside'

/** A second company on the same installation, written beside the running product as `create-admin` does. */
export const foundNeighbour = (folder: string) => beside(folder, found)

/** The same, which pays by a plan of its own; `more` writes what else it has. */
export const payingNeighbour = (folder: string, terms: Parameters<typeof onTerms>[2], more?: (db: Db, id: number) => Promise<unknown>) =>
  beside(folder, async store => {
    const signIn = await found(store)
    const [company] = await store.db.select().from(table).where(eq(table.name, NAME))
    const { id } = company!
    await onTerms({ store }, { id }, { name: 'Equipe', ...terms })
    await more?.(store.db, id)
    return { id, signIn }
  })

const NAME = 'Sul Gás'
/** Civil days from today, as due dates are. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 3600_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

async function found(store: Store) {
  const signIn = { email: 'rui@sulgas.test', password: 'outra frase curta' }
  const passwordHash = await hashPassword(signIn.password)
  await store.write(store.db, async db => {
    const { id } = await companies.create(db, { name: NAME, email: signIn.email })
    await users.createFirst(db, { companyId: id, name: 'Rui Gomes', email: signIn.email, passwordHash, super: false })
  })
  return signIn
}
