import { type FormEvent, useState } from 'react'
import { post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { idempotencyKey } from '../../../kit/uuid'
import { afterWords } from '../change'

/** Sends a place or people, after what was said before them: “it is here” says nothing below the place. */
export function useCardSending(ticketId: number, what: 'location' | 'contacts', close: () => void) {
  const [busy, setBusy] = useState(false)
  const [key] = useState(idempotencyKey)
  async function send(event: FormEvent, body: object | undefined) {
    event.preventDefault()
    if (busy || !body) return
    setBusy(true)
    try {
      await afterWords(ticketId, () => post(`/messages/${ticketId}/${what}`, { ...body, clientId: key.of(JSON.stringify(body)) }))
      close()
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  return { busy, send }
}
