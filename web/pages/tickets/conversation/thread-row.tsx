import { Fragment, memo } from 'react'
import { dayName } from '../../../kit/format'
import { AsideRow } from './aside'
import type { Above } from './blocks'
import { Bubble } from './bubble'
import type { MessageActions, Tools } from './message-toolbar'
import type { Shown } from './messages'
import type { Row } from './row-heights'
import { Separator, type TicketHeading } from './separator'
import { words } from './texts'

/** The line of a day; a press goes to another. */
export const Day = ({ at, pick }: { at: string; pick?: (at: string) => void }) =>
  pick ? (
    <button type="button" className="day" data-tip={words('goToDate')} onClick={() => pick(at)}>
      {dayName(at)}
    </button>
  ) : (
    <div className="day">{dayName(at)}</div>
  )

type Props = {
  row: Row
  own: number
  /** Of which ticket the words are from here on, where that is not the one of the row before; null while it is not known. */
  heading?: TicketHeading | null
  isFresh: boolean
  /** The message, or the key of the note, that was gone to. */
  lit?: string
  ofSeveral: boolean
  actions: MessageActions
  tools?: Tools
  chosen?: boolean
  choose?: (messages: Shown[]) => void
  gone: (noteId: number) => void
  pickDay?: (at: string) => void
}

/** A bubble with the lines above it, or what stands below the last. */
export const ThreadRow = memo(function ThreadRow({ row, own, heading, isFresh, lit, ofSeveral, gone, pickDay, ...bubble }: Props) {
  const drawn = ({ aside, day }: Above) => (
    <Fragment key={aside.key}>
      {day && <Day at={aside.at} pick={pickDay} />}
      <AsideRow aside={aside} ticketId={own} isLit={aside.key === lit} gone={gone} />
    </Fragment>
  )
  if (!row.block) return drawn(row.tail)
  const { message, grid, cont, day, above } = row.block
  return (
    <>
      {above.map(drawn)}
      {heading !== undefined && (
        <Separator ticketId={message.ticketId} heading={heading ?? undefined} isCurrent={message.ticketId === own} />
      )}
      {day && <Day at={message.createdAt} pick={pickDay} />}
      {isFresh && (
        <div className="new-line">
          <span>{words('fresh')}</span>
        </div>
      )}
      <Bubble
        message={message}
        grid={grid}
        cont={cont}
        author={ofSeveral && !message.fromMe && !cont ? message.contact?.name : undefined}
        isLit={lit !== undefined && !above.some(({ aside }) => aside.key === lit)}
        {...bubble}
      />
    </>
  )
})
