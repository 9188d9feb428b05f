import { type FormEvent, useRef, useState } from 'react'
import { post } from '../../../kit/api'
import { toastError } from '../../../kit/errors'
import { uuid } from '../../../kit/uuid'

/** Sends a place or people, idempotent by the message's name, which stays that of the dialog. */
export function useCardSending(path: string, close: () => void) {
  const [busy, setBusy] = useState(false)
  const clientId = useRef(uuid())
  async function send(event: FormEvent, body: object | undefined) {
    event.preventDefault()
    if (busy || !body) return
    setBusy(true)
    try {
      await post(path, { ...body, clientId: clientId.current })
      close()
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  return { busy, send }
}
