import * as v from 'valibot'
import { hashPassword } from '#kernel/http/passwords'
import type { CtxFor } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '#modules/companies'
import { sessions } from '#modules/sessions'
import { Email, Password, PersonName, users } from '#modules/users'

export const AdminBody = v.object({
  email: Email,
  password: Password,
  name: v.optional(PersonName, 'Administrador'),
  company: v.optional(PersonName, 'Minha empresa'),
})
export type AdminInput = v.InferOutput<typeof AdminBody>

/** Makes the first administrator, or one more operator; a known person gets the password, which ends every session of before. */
export async function createAdmin(ctxFor: CtxFor, db: Db, { email, password, name, company }: AdminInput): Promise<{ isKnown: boolean }> {
  const known = await users.byEmail(db, email)
  const own = await companies.first(db)
  if (known) await users.update(ctxFor(known.companyId), known.id, { password })
  else if (own) await users.createFirst(db, { companyId: own.id, super: true, name, email, passwordHash: await hashPassword(password) })
  else await sessions.setUp(ctxFor, { company, name, email, password })
  return { isKnown: known !== undefined }
}
