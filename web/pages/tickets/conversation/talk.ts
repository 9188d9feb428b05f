import type { ReadonlySignal } from '@preact/signals-react'
import type { Sending } from '../types'
import type { Conversation } from './conversation'

/** How what is written leaves for the server, and what is changed of it. */
export type Line = {
  path: string
  words(message: Sending): object
  /** What goes with a file, and under which name. */
  fields(message: Sending): Record<string, string>
  edit(id: string, body: string): Promise<unknown>
}

type Shared =
  | (
      | 'id'
      | 'line'
      | 'name'
      | 'messages'
      | 'loading'
      | 'loaded'
      | 'failed'
      | 'arrived'
      | 'selection'
      | 'headings'
      | 'newer'
      | 'apart'
      | 'sought'
    )
  | ('older' | 'atEnd' | 'toEnd' | 'show' | 'reload' | 'put' | 'patch')
/** What is drawn as messages with a field below: the conversation of a ticket, or a room of colleagues, which has no ticket. */
export type Talk = Pick<Conversation, Shared> & {
  ticket?: Conversation['ticket']
  /** Before which message the line stands below which all is new. */
  fresh?: ReadonlySignal<string | undefined>
  /** Where one was reading when one left it. */
  place?: Conversation['place']
  heights?: Conversation['heights']
  showDay?: Conversation['showDay']
  readsAbove?: Conversation['readsAbove']
  /** What stands between its messages. */
  asides?: Conversation['asides']
  /** What stands there is brought up to date: nobody waits for that. */
  quiet?: ReadonlySignal<boolean>
  /** Whether it is on screen. */
  isShown?: () => boolean
  /** Something was typed. */
  typed?: () => void
}
