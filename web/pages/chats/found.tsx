import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { get } from '../../kit/api'
import { Avatar } from '../../kit/avatar'
import { toastError } from '../../kit/errors'
import { shortTime } from '../../kit/format'
import { Link } from '../../kit/link'
import { Marked } from '../tickets/list/marked'
import { firstName, rooms, type Said, titleOf } from './rooms'
import { words } from './texts'

type Answer = { records: Said[]; hasMore: boolean }
/** What the server looks for. */
const MIN = 2

/** What was said with these words, in whichever room of this user; undefined while nothing is looked for or known. */
export function useFound(text: string): Answer | undefined {
  const [found, setFound] = useState<Answer & { of: string }>()
  useEffect(() => {
    if (text.length < MIN) return
    // What was typed meanwhile has its own answer.
    let isAsked = true
    get<Answer>('/chats/search', { searchParam: text }).then(answer => isAsked && setFound({ ...answer, of: text }), toastError)
    return () => void (isAsked = false)
  }, [text])
  return found?.of === text ? found : undefined
}

/** The messages that a search found, each a way to where it was said. */
export function FoundMessages({ found: { records, hasMore }, text }: { found: Answer; text: string }) {
  useSignals()
  return (
    <>
      <h2 className="t-label muted room-found-head">{words('found', { n: records.length })}</h2>
      <ul className="found" aria-label={words('found', { n: records.length })}>
        {records.map(said => {
          const room = rooms.items.value.find(({ id }) => id === said.chatId)
          return (
            room && (
              <li key={said.id} className="ticket">
                <Link
                  className="ticket-hit"
                  href={`/chats/${room.uuid}?message=${said.id}`}
                  aria-label={`${titleOf(room)}: ${said.message}`}
                />
                <Avatar name={said.sender.name} />
                <div className="min-w-0">
                  <div className="l1">
                    <span className="name clip">{titleOf(room)}</span>
                    <span className="time">{shortTime(said.createdAt)}</span>
                  </div>
                  <p className="found-words muted">
                    {firstName(said.sender.name)}: <Marked text={said.message} search={text} />
                  </p>
                </div>
              </li>
            )
          )
        })}
      </ul>
      {hasMore && <p className="t-meta faint room-found-head">{words('foundMore')}</p>}
    </>
  )
}
