import * as v from 'valibot'
import { RowId } from '#kernel/ids'
import { MAX_TEXT } from '../messages/body'

/** An event of a room names all its members. */
const MAX_MEMBERS = 200

const NO_TITLE = 'Por favor, preencha o título da conversa.'
const NOBODY = 'Por favor, selecione pelo menos um usuário.'

export const ChatBody = v.object({
  title: v.pipe(v.string(NO_TITLE), v.trim(), v.minLength(1, NO_TITLE), v.maxLength(120, 'Too Long!')),
  /** Who takes part besides the owner. */
  users: v.pipe(
    v.array(v.object({ id: RowId }), NOBODY),
    v.minLength(1, NOBODY),
    v.maxLength(MAX_MEMBERS - 1),
    v.transform(users => users.map(({ id }) => id)),
  ),
})
export const ChatPatch = v.partial(ChatBody)

const Text = v.pipe(v.string(), v.maxLength(MAX_TEXT, 'A mensagem é longa demais'))
const Said = v.pipe(
  Text,
  v.check(text => text.trim() !== '', 'Escreva uma mensagem'),
)
/** What is named twice by its sender is said once (idempotency key). */
const clientId = v.optional(v.nullable(v.pipe(v.string(), v.minLength(8), v.maxLength(64))))
const quotedId = v.optional(v.nullable(RowId))

export const ChatMessageBody = v.object({ message: Said, quotedId, clientId })
export const ChatEditBody = v.object({ message: Said })
/** The fields beside the file of a form, all of them text. */
export const ChatFileFields = v.object({
  message: v.optional(Text, ''),
  quotedId,
  clientId,
  /** A voice recording. */
  ptt: v.optional(
    v.pipe(
      v.string(),
      v.transform(value => value === 'true'),
    ),
    'false',
  ),
})

export const ChatUuid = v.object({ uuid: v.pipe(v.string(), v.maxLength(64)) })
export const ChatMessageId = v.object({ id: RowId, messageId: RowId })
