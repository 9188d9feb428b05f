import type { contacts } from '../../../src/modules/contacts'
import type { Json } from '../../kit/rows'

type Listed = Json<Awaited<ReturnType<typeof contacts.list>>['contacts'][number]>
export type ExtraInfo = { id?: number | null; name: string; value: string }
/** A contact of the list; one that was asked for alone brings its further facts. */
export type Contact = Listed & { extraInfo?: ExtraInfo[] }
