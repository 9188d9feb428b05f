import type { contacts } from '../../../src/modules/contacts'
import type { Json } from '../../kit/rows'

type Listed = Json<Awaited<ReturnType<typeof contacts.list>>['contacts'][number]>
export type ExtraInfo = { id?: number | null; name: string; value: string }
/** A contact of the list; an event brings it without its tickets, and one that was asked for alone with its further facts. */
export type Contact = Omit<Listed, 'tickets'> & Partial<Pick<Listed, 'tickets'>> & { extraInfo?: ExtraInfo[] }
