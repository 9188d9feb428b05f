import { type FormEvent, useRef, useState } from 'react'
import { post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { uuid } from '../../../kit/uuid'
import { afterWords } from '../change'

/**
 * Sends a place or people, after what was said before them: “it is here” says nothing below the place. Idempotent by the message's name, which
 * stays that of the dialog.
 */
export function useCardSending(ticketId: number, what: 'location' | 'contacts', close: () => void) {
  const [busy, setBusy] = useState(false)
  const clientId = useRef(uuid())
  async function send(event: FormEvent, body: object | undefined) {
    event.preventDefault()
    if (busy || !body) return
    setBusy(true)
    try {
      await afterWords(ticketId, () => post(`/messages/${ticketId}/${what}`, { ...body, clientId: clientId.current }))
      close()
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  return { busy, send }
}
