import * as v from 'valibot'
import { Ahead, Flag, OneOf, OrEmpty, Ref, Required as RequiredText, Text } from '#kernel/fields'
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
export const Email = v.pipe(
  v.string('Obrigatório'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'Obrigatório'),
  v.email('E-mail inválido'),
  v.maxLength(120),
)
export const Language = v.picklist(['pt', 'en', 'es'])
export const PersonName = v.pipe(
  v.string('Obrigatório'),
  v.trim(),
  v.minLength(1, 'Obrigatório'),
  v.minLength(2, 'Too Short!'),
  v.maxLength(50, 'Too Long!'),
)

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

/** A list of tickets that a person made for themselves: which of them, and in what order. */
const View = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  name: RequiredText(40),
  status: v.picklist(['open', 'pending', 'closed']),
  order: v.picklist(['newest', 'oldest', 'waiting', 'unanswered']),
  /** Everybody's, for who may see them. */
  showAll: Flag,
  /** Only whose customer waits for an answer. */
  unanswered: v.optional(Flag, false),
  queues: v.pipe(v.array(RowId), v.maxLength(100)),
  tags: v.pipe(v.array(RowId), v.maxLength(20)),
  users: v.pipe(v.array(RowId), v.maxLength(100)),
})
export type View = v.InferOutput<typeof View>
export const VIEWS_MAX = 20

const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** How a person likes to work, wherever they sign in. */
export const PreferencesBody = v.partial(
  v.object({
    undoSeconds: OneOf(UNDO_SECONDS),
    views: v.pipe(v.array(View), v.maxLength(VIEWS_MAX)),
    /** Keys of one's own, as `alt+e`, by the name of what they do. */
    keys: v.pipe(
      v.record(v.pipe(v.string(), v.regex(/^\w{1,30}$/)), v.pipe(v.string(), v.regex(/^(((mod|alt|shift)\+){0,3}[^\s+]{1,12})?$/))),
      v.check(keys => Object.keys(keys).length <= 100),
    ),
    /** From when to when nothing sounds, by the clock of the computer; over midnight where the end is before the beginning. */
    quiet: v.nullable(v.object({ from: Clock, to: Clock })),
    /** What devices are told beside one's own tickets: that somebody waits in one's queues; and whether the words are shown. */
    push: v.object({ waiting: Flag, words: Flag }),
    /** How loud the customers of a queue are beside others, from 0, which is silence, to 1. */
    queueVolumes: v.pipe(v.array(v.object({ queueId: RowId, volume: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) })), v.maxLength(200)),
  }),
)
export type Preferences = Required<v.InferOutput<typeof PreferencesBody>>

export const REASON_MAX = 60
/** Whether one is there, why not, and until when; without a moment, until one says so. */
export const AvailabilityBody = v.object({
  state: v.picklist(['available', 'away', 'paused']),
  reason: v.optional(Text(REASON_MAX)),
  until: v.optional(v.nullable(Ahead)),
})
