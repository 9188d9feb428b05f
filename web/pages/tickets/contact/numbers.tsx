import { Ban } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { contacts } from '../../../../src/modules/contacts'
import { get } from '../../../kit/api'
import { phone } from '../../../kit/format'
import { onResync } from '../../../kit/realtime'
import type { RowOf } from '../../../kit/rows'
import { words } from './texts'

type Known = Pick<RowOf<typeof contacts>, 'lid' | 'earlierNumbers' | 'isOptedOut'>

/** Whether the contact wants campaigns, and by which numbers and ids they are known. One number says nothing that the head does not. */
export function Numbers({ contactId, number }: { contactId: number; number: string }) {
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    let current = true
    const read = () =>
      void get<Known>(`/contacts/${contactId}`).then(
        found => current && setKnown(found),
        () => {},
      )
    read()
    const stop = onResync(isMissed => isMissed && read())
    return () => {
      current = false
      stop()
    }
  }, [contactId, number])
  if (!known) return null
  const wish = known.isOptedOut && (
    <section className="sec flex items-center gap-2 muted">
      <Ban className="icon icon-sm" aria-hidden />
      {words('optedOut')}
    </section>
  )
  if (!known.lid && !known.earlierNumbers.length) return wish || null
  return (
    <>
      {wish}
      <section className="sec">
        <h3>{words('numbers')}</h3>
        <ul className="numbers">
          {number && (
            <li>
              <span className="tnum">{phone(number)}</span> <span className="faint">{words('current')}</span>
            </li>
          )}
          {known.earlierNumbers.map(one => (
            <li key={one}>
              <span className="tnum">{phone(one)}</span> <span className="faint">{words('earlierNumber')}</span>
            </li>
          ))}
          {known.lid && (
            <li>
              <span className="tnum">{known.lid}</span> <span className="faint">{words('linkedId')}</span>
            </li>
          )}
        </ul>
      </section>
    </>
  )
}
