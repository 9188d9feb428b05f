import type { companies } from '../../../src/modules/companies'
import type { Json } from '../../kit/rows'

/** A company as its operators read it. */
export type Company = Json<Awaited<ReturnType<typeof companies.list>>['companies'][number]>
