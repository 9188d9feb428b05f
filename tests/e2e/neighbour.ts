import { join } from 'node:path'
import { hashPassword } from '#kernel/http/passwords'
import { openStore } from '#kernel/storage/libsql'
import { companies } from '#modules/companies'
import { users } from '#modules/users'

/** A second company on the same installation, written beside the running product as `create-admin` does. */
export async function foundNeighbour(folder: string) {
  const signIn = { email: 'rui@sulgas.test', password: 'outra frase curta' }
  const passwordHash = await hashPassword(signIn.password)
  const store = await openStore(`file:${join(folder, 'data/balcao.db')}`)
  try {
    await store.write(store.db, async db => {
      const { id } = await companies.create(db, { name: 'Sul Gás', email: signIn.email })
      await users.createFirst(db, { companyId: id, name: 'Rui Gomes', email: signIn.email, passwordHash, super: false })
    })
  } finally {
    store.close()
  }
  return signIn
}
