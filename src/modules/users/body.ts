import * as v from 'valibot'
import { Ahead, OneOf, OrEmpty, Ref, Text } from '#kernel/fields'
import { RowId } from '#kernel/ids'

/** Passwords that everyone tries first. */
const COMMON = new Set([
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  '111111',
  '000000',
  '123123',
  'admin',
  'admin123',
  'senha',
  'senha123',
  'password',
  'password1',
  'qwerty',
  'mudar123',
  'abc123',
  'brasil',
  'whatsapp',
  'iloveyou',
  'letmein',
])

export const Password = v.pipe(
  v.string('Obrigatório'),
  v.minLength(5, 'A senha precisa de 5 caracteres ou mais'),
  v.maxLength(50, 'A senha pode ter até 50 caracteres'),
  v.check(password => !COMMON.has(password.toLowerCase()), 'Esta senha é fácil de adivinhar'),
  v.metadata({ input: 'secret' }),
)
export const Email = v.pipe(v.string('Obrigatório'), v.trim(), v.toLowerCase(), v.email('E-mail inválido'), v.maxLength(120))
export const Language = v.picklist(['pt', 'en', 'es'])
export const PersonName = v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(2, 'Too Short!'), v.maxLength(50, 'Too Long!'))

export const UserBody = v.object({
  name: PersonName,
  email: Email,
  password: Password,
  profile: v.optional(v.picklist(['admin', 'supervisor', 'user']), 'user'),
  queueIds: v.optional(v.pipe(v.array(RowId), v.maxLength(200), v.metadata({ input: 'references', of: 'queues' })), []),
  whatsappId: Ref('connections'),
  allTicket: v.optional(v.picklist(['enabled', 'desabled'])),
})

/** Asked for by whoever changes the own password or address. */
const CurrentPassword = v.optional(v.pipe(v.string(), v.maxLength(50, 'Too Long!')))

/** What changes of a user; an empty password is none. */
export const UserPatch = v.object({
  ...v.partial(UserBody).entries,
  password: v.optional(OrEmpty(Password)),
  currentPassword: CurrentPassword,
})

/** What a person changes of the own account. */
export const ProfileBody = v.object({
  name: v.optional(PersonName),
  email: v.optional(Email),
  password: v.optional(OrEmpty(Password)),
  currentPassword: CurrentPassword,
  language: v.optional(Language),
})

/** For so many seconds what was sent can be taken back; 0 is not at all. */
export const UNDO_SECONDS = [0, 3, 5, 10] as const

/** How a person likes to work, wherever they sign in. */
export const PreferencesBody = v.partial(v.object({ undoSeconds: OneOf(UNDO_SECONDS) }))
export type Preferences = Required<v.InferOutput<typeof PreferencesBody>>

export const REASON_MAX = 60
/** Whether one is there, why not, and until when; without a moment, until one says so. */
export const AvailabilityBody = v.object({
  state: v.picklist(['available', 'away', 'paused']),
  reason: v.optional(Text(REASON_MAX)),
  until: v.optional(v.nullable(Ahead)),
})
