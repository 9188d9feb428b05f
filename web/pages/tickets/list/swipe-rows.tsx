import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Over } from '../../../kit/overlays'
import { swipeAside } from '../../../kit/swipe-aside'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'
import { chosen } from './choosing'
import type { TicketList } from './store'
import { besideOf, type SwipeVerb } from './swipe-verbs'

const VERB_PX = 76
const BEFORE_PX = 112
/** From there the system goes back. */
const SYSTEM_EDGE_PX = 24

/** On a phone the rows of a list go aside under a finger, and what can be done with them stands there. */
export default function SwipeRows({ list, verbs }: { list: TicketList; verbs: Verbs }) {
  useSignals()
  const [shown, setShown] = useState<{ id: number; row: HTMLElement; rests: boolean }>()
  const bring = useRef(() => {})
  const ticketOf = (id: number) => list.items.value.find(ticket => ticket.id === id)
  const look = useRef(besideRow)
  look.current = besideRow
  function besideRow(row: HTMLElement) {
    const ticket = chosen.peek().size ? undefined : ticketOf(Number(row.dataset.id))
    return ticket && besideOf(ticket, verbs)
  }
  useEffect(() => {
    const { close, end } = swipeAside({
      rows: '.ticket-list .ticket',
      edge: SYSTEM_EDGE_PX,
      room(row) {
        const beside = look.current(row)
        return beside && { before: beside.before ? BEFORE_PX : 0, after: beside.after.length * VERB_PX }
      },
      begun: row => setShown({ id: Number(row.dataset.id), row, rests: false }),
      rested: row => setShown({ id: Number(row.dataset.id), row, rests: true }),
      home: row => setShown(now => (now?.row === row ? undefined : now)),
      meant(row, side) {
        const beside = look.current(row)
        const verb = side === 'before' ? beside?.before : beside?.after.at(-1)
        verb?.run()
      },
    })
    bring.current = close
    return end
  }, [list])
  const ticket = shown && ticketOf(shown.id)
  if (!ticket || !shown.row.isConnected) return null
  return createPortal(<Beside ticket={ticket} verbs={verbs} rests={shown.rests} close={() => bring.current()} />, shown.row)
}

function Beside({ ticket, verbs, rests, close }: { ticket: Ticket; verbs: Verbs; rests: boolean; close: () => void }) {
  useSignals()
  // What it says holds still while a finger is on it, also when that has been done.
  const [{ before, after }] = useState(() => besideOf(ticket, verbs))
  return (
    <>
      {before && (
        <span className="beside before" style={{ minWidth: BEFORE_PX }} data-beside aria-hidden>
          <Verb verb={before} />
        </span>
      )}
      {after.length > 0 && (
        <span className="beside after" style={{ minWidth: after.length * VERB_PX }} data-beside>
          {after.map(verb => (
            <button
              key={verb.label}
              type="button"
              className={verb.tone}
              onClick={() => {
                close()
                verb.run()
              }}
            >
              <Verb verb={verb} />
            </button>
          ))}
        </span>
      )}
      {rests && <Over close={close} />}
    </>
  )
}

const Verb = ({ verb: { icon: Icon, label } }: { verb: SwipeVerb }) => (
  <>
    <Icon className="icon" aria-hidden />
    {label}
  </>
)
