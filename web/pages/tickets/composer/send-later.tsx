import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import ScheduleSheet from '../../schedules/sheet'
import type { Schedule } from '../../schedules/state'
import type { Ticket } from '../types'
import { draftOf } from './drafts'
import { focusComposerSoon } from './focus'
import { signs } from './signature'

type Props = { ticket: Ticket; row?: Schedule; close: () => void }
/** A scheduled message for the customer of a ticket. The words that were typed, and the first of the files, go with a new one. */
export default function SendLater({ ticket: { id, contact, whatsappId }, row, close }: Props) {
  useSignals()
  const [draft] = useState(() => draftOf(id))
  const [preset] = useState(() => ({
    contact,
    whatsappId,
    body: draft.text.peek(),
    file: draft.files.peek()[0],
    signMessage: signs.peek(),
  }))
  const planned = () => {
    draft.text.value = ''
    draft.files.value = draft.files.value.slice(1)
  }
  const leave = () => {
    close()
    focusComposerSoon()
  }
  return row ? <ScheduleSheet row={row} close={leave} /> : <ScheduleSheet preset={preset} close={leave} saved={planned} />
}
