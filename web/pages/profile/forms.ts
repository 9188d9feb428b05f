import * as v from 'valibot'
import { Email, Password, PersonName } from '../../../src/modules/users/body'
import { put, putReplacing, replaceSession } from '../../kit/api'
import { fieldError, form } from '../../kit/form'
import { toast } from '../../kit/toast'
import { disconnect } from '../../kit/realtime'
import { login, user } from '../../session'
import { words } from './texts'

const Typed = v.pipe(v.string(), v.maxLength(50, 'Too Long!'))
const PersonForm = v.object({ name: PersonName, email: Email, currentPassword: Typed })
const PasswordForm = v.object({ currentPassword: v.pipe(Typed, v.nonEmpty('Obrigatório')), password: Password, again: Typed })

/** A new address or password ends every session, this one too: it goes on with a new one. */
const changeAccess = (change: { name?: string; email?: string; password?: string; currentPassword: string }) =>
  replaceSession(async () => {
    await putReplacing('/users/me', change)
    disconnect()
    await login(change.email ?? user.peek()!.email, change.password ?? change.currentPassword)
  })

const personForm = (close: () => void) =>
  form(
    PersonForm,
    { name: user.peek()!.name, email: user.peek()!.email, currentPassword: '' },
    async ({ name, email, currentPassword }) => {
      if (email !== user.peek()!.email) await changeAccess({ name, email, currentPassword })
      else {
        await put('/users/me', { name })
        user.value = { ...user.peek()!, name }
      }
      toast.ok(words('saved'))
      close()
    },
  )

const passwordForm = (close: () => void) =>
  form(PasswordForm, { currentPassword: '', password: '', again: '' }, async ({ currentPassword, password, again }) => {
    if (password !== again) throw fieldError('again', words('differ'))
    await changeAccess({ currentPassword, password })
    toast.ok(words('changed'))
    close()
  })

export type PersonEdit = ReturnType<typeof personForm>
export type PasswordEdit = ReturnType<typeof passwordForm>

let held: { person: PersonEdit; password: PasswordEdit } | undefined
/** What is typed outlives a change of the language, which draws everything anew. */
export function formsUntil(close: () => void) {
  const done = () => {
    held = undefined
    close()
  }
  held ??= { person: personForm(done), password: passwordForm(done) }
  return { ...held, done }
}
