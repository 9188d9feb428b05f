import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { hashPassword } from '#kernel/http/passwords'
import { contexts } from '#kernel/context'
import { backupsIn } from '#kernel/storage/backups'
import { installationSecrets } from '#kernel/process/installation-secrets'
import { openStore } from '#kernel/storage/libsql'
import { mediaStore } from '#kernel/media/media-store'
import { migrate } from '#kernel/storage/migrate'
import { companies } from '#modules/companies'
import { sessions } from '#modules/sessions'
import { Email, Password, users } from '#modules/users'
import { ConfigError, readConfig } from '../config'

type Given = { email?: string; password?: string; name?: string; company?: string }

/** Makes the first administrator, or sets a known person's password. Works beside a running server: it only writes rows. */
export async function createAdmin(given: Given, say: (text: string) => void) {
  const input = v.safeParse(v.object({ email: Email, password: Password }), given)
  if (!input.success) throw new ConfigError(`--${input.issues[0].path?.[0]?.key}: ${input.issues[0].message}`)
  const { email, password } = input.output
  const config = readConfig(process.env)
  await mkdir(config.dataDir, { recursive: true })
  const secrets = await installationSecrets(config.dataDir)
  const store = await openStore(config.databaseUrl, config.databaseToken)
  try {
    await migrate(store.client, { keepCopy: backupsIn(config.dataDir, store.client) })
    const ctxFor = contexts(store, mediaStore(join(config.dataDir, 'media'), secrets.media), () => () => {})
    const own = await companies.first(store.db)
    const known = await users.byEmail(store.db, email)
    if (known) await users.update(ctxFor(known.companyId), known.id, { password })
    else if (!own)
      await sessions.setUp(ctxFor, { company: given.company ?? 'Minha empresa', name: given.name ?? 'Administrador', email, password })
    else
      await users.createFirst(store.db, {
        companyId: own.id,
        super: true,
        name: given.name ?? 'Administrador',
        email,
        passwordHash: await hashPassword(password),
      })
    say(known ? `${email} has a new password` : `${email} is an administrator`)
  } finally {
    store.close()
  }
}
