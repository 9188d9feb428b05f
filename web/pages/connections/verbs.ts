import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { del, post, put } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { toast } from '../../kit/toast'
import type { Connection } from '../../catalog'
import type { Step } from './state'
import { words } from './texts'

/** The connection whose QR code is shown. */
export const linking = signal<number>()
/** The connection whose number's health is shown. */
export const examined = signal<number>()

/** Begins a session, or tries at once instead of later. */
export const start = ({ id }: Connection) => post(`/whatsappsession/${id}`).catch(toastError)

/** Forgets the linked phone and shows a new code. */
const relink = ({ id }: Connection) => put(`/whatsappsession/${id}`, {}).catch(toastError)

const stop = ({ id }: Connection) => del(`/whatsappsession/${id}`).catch(toastError)

export async function disconnect(connection: Connection) {
  const { name } = connection
  const question = { title: words('disconnectTitle', { name }), text: words('disconnectText'), danger: true }
  if (await confirm({ ...question, action: words('disconnect') })) await stop(connection)
}

/** Opens every socket of the company anew. */
export async function restartAll() {
  const question = { title: words('restartTitle'), text: words('restartText'), action: words('restartAll') }
  if (await confirm(question)) await post('/whatsapp-restart').then(() => toast.warn(words('restarting')), toastError)
}

/** Another phone takes the place of the linked one. */
export async function changePhone(connection: Connection) {
  const { id, name } = connection
  const question = { title: words('changeTitle', { name }), text: words('disconnectText'), danger: true }
  if (!(await confirm({ ...question, action: words('changePhone') }))) return
  await relink(connection)
  linking.value = id
}

export function take(step: Step, connection: Connection) {
  if (step === 'simulate') return navigate('/sandbox')
  if (step === 'disconnect') return void disconnect(connection)
  if (step === 'cancel') return void stop(connection)
  if (step === 'start') return void start(connection)
  if (step === 'again') void (connection.reason === 'refused' ? relink(connection) : start(connection))
  linking.value = connection.id
}
