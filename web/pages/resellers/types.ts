import type { resellers } from '../../../src/modules/resellers'
import type { RowOf } from '../../kit/rows'

/** A reseller as the house's operators read it. */
export type Reseller = RowOf<typeof resellers>
