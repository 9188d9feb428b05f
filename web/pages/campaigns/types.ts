import type { campaigns } from '../../../src/modules/campaigns'
import type { RowOf } from '../../kit/rows'

export type Campaign = RowOf<typeof campaigns>
