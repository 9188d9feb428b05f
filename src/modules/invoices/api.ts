import type { NounApi } from '#kernel/noun/api'

export const invoiceApi = { path: '/invoices', rows: 'invoices', event: 'invoice', row: 'invoice', id: 'id' } as const satisfies NounApi
