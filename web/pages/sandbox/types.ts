import type { News as SandboxNews } from '../../../src/sandbox/events'
import type { Entry as PhoneEntry } from '../../../src/sandbox/network'
import type { ShownLine, ShownPhone } from '../../../src/sandbox/routes'
import type { Json } from '../../kit/rows'

/** A message as a simulated phone shows it. `fromMe` is the phone's own side. */
export type Entry = Json<PhoneEntry>
export type Phone = Json<ShownPhone>
/** A simulated connection; what only the page of one tells may be missing. */
export type Line = Json<Pick<ShownLine, 'id' | 'name' | 'status'> & Partial<Pick<ShownLine, 'linked' | 'failNext'>>> & {
  number: string | null
}
export type News = Json<SandboxNews>
