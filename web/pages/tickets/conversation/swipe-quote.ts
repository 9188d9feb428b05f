import { useEffect, useRef } from 'react'
import { swipeAside } from '../../../kit/swipe-aside'
import { SWIPE_BACK_PX } from '../../../kit/swipe'
import type { Message } from '../types'
import { isLocal, type Shown } from './messages'

/** How far it goes at most: it is let go of, and never rests aside. */
const ROOM_PX = 84

/** On a phone a message that a finger pulls to the right is answered; from the edge of the screen the same goes back. */
export default function SwipeQuote({ messages, reply }: { messages: Shown[]; reply: (message: Message) => void }) {
  const latest = useRef({ messages, reply })
  latest.current = { messages, reply }
  useEffect(() => {
    const messageOf = ({ dataset }: HTMLElement) =>
      latest.current.messages.find(message => message.id === dataset.message && !message.isDeleted && !isLocal(message))
    const still = () => {}
    const { end } = swipeAside({
      rows: '.thread article[data-message]',
      edge: SWIPE_BACK_PX,
      room: row => (messageOf(row) ? { before: ROOM_PX, after: 0 } : undefined),
      meant: row => {
        const message = messageOf(row)
        if (message) latest.current.reply(message)
      },
      begun: still,
      rested: still,
      home: still,
    })
    return end
  }, [])
  return null
}
