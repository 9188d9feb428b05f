import type { contacts } from '../../../src/modules/contacts'
import type { Json } from '../../kit/rows'

type Listed = Json<Awaited<ReturnType<typeof contacts.list>>['contacts'][number]>
type OfList = 'tickets' | 'tags' | 'lastTicket'
export type ExtraInfo = { id?: number | null; name: string; value: string }
/** A contact of the list; an event brings it without what the list adds, and one that was asked for alone with its further facts. */
export type Contact = Omit<Listed, OfList> &
  Partial<Pick<Listed, OfList>> & {
    extraInfo?: ExtraInfo[]
    tagIds?: number[]
    isOptedOut?: boolean
  }
