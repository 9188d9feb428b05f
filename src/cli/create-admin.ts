import * as v from 'valibot'
import { contexts } from '#kernel/context'
import { askRunning } from '#kernel/process/control'
import { SYSTEM } from '#modules/rights'
import { openInstallation } from '../boot/installation'
import { type Config, ConfigError, readConfig } from '../config'
import { AdminBody, createAdmin, type AdminInput } from '../flows/create-admin'

/**
 * Makes an administrator, or gives a known person a new password. The process that serves the data folder does it, so that one process
 * writes the database and old sessions end at once; when none runs, it is done here.
 */
export async function createAdminCommand(given: Record<string, unknown>, say: (text: string) => void) {
  const input = v.safeParse(AdminBody, given)
  if (!input.success) throw new ConfigError(`--${input.issues[0].path?.[0]?.key}: ${input.issues[0].message}`)
  const config = readConfig(process.env)
  const asked = await askRunning(config.dataDir, 'create-admin', input.output)
  const { isKnown } = asked ? v.parse(v.object({ isKnown: v.boolean() }), asked.answer) : await alone(config, input.output)
  say(isKnown ? `${input.output.email} has a new password` : `${input.output.email} is an administrator`)
}

/** With the data folder locked, so that none of its rows is in the memory of another process. */
async function alone(config: Config, input: AdminInput) {
  const { store, media, vault, close } = await openInstallation({ ...config, logLevel: 'silent' })
  try {
    return await createAdmin(
      contexts(store, media, () => () => {}, SYSTEM, { vault }),
      store.db,
      input,
    )
  } finally {
    await close()
  }
}
