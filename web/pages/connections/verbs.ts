import { del, post, put } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import type { Connection } from '../../catalog'
import { words } from './texts'

/** Begins a session, or tries at once instead of later. */
export const start = ({ id }: Connection) => post(`/whatsappsession/${id}`).catch(toastError)

/** Forgets the linked phone and shows a new code. */
export const relink = ({ id }: Connection) => put(`/whatsappsession/${id}`, {}).catch(toastError)

export const stop = ({ id }: Connection) => del(`/whatsappsession/${id}`).catch(toastError)

export async function disconnect(connection: Connection) {
  const { name } = connection
  const question = { title: words('disconnectTitle', { name }), text: words('disconnectText'), danger: true }
  if (await confirm({ ...question, action: words('disconnect') })) await stop(connection)
}

/** Another phone takes the place of the linked one. True when it was begun. */
export async function changePhone(connection: Connection) {
  const { name } = connection
  const question = { title: words('changeTitle', { name }), text: words('disconnectText'), danger: true }
  if (!(await confirm({ ...question, action: words('changePhone') }))) return false
  await relink(connection)
  return true
}

export async function remove({ id, name }: Connection) {
  const question = { title: words('removeTitle', { name }), text: words('removeText'), danger: true }
  if (!(await confirm({ ...question, action: words('remove') }))) return
  await del(`/whatsapp/${id}`).then(() => toast.ok(words('removed'), 3_000), toastError)
}
