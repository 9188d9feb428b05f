import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id, Page, pageNumber } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import { companies } from '../companies'
import { allow } from '../rights'
import { InvoiceOrder, InvoicePatch, ItemBody } from './body'
import { figures, receivables } from './figures'
import { invoices, type ShownInvoice } from './index'
import { items, type NewItem } from './items'
import type { Item } from './lines'

/** Paying moves a due date: it crosses nouns, and so lives in flows/. */
type InvoiceJourneys = { markPaid(ctx: Ctx, id: number): Promise<ShownInvoice> }

type ItemJourneys = { add(ctx: Ctx, item: NewItem): Promise<Item[]>; remove(ctx: Ctx, id: number): Promise<Item[]> }
const OfCompany = v.object({ companyId: RowId })

/** What operators sell beside the plan, of each company. */
export const invoiceItemRoutes = ({ add, remove }: ItemJourneys) =>
  router()
    .get('/', allow('invoices:operate'), valid('query', OfCompany), async c => {
      const { id } = await companies.load(c.var.ctx, c.req.valid('query').companyId)
      return c.json(await items.all(c.var.ctx.within(id)))
    })
    .post('/', allow('invoices:operate'), valid('json', ItemBody), async c => c.json(await add(c.var.ctx, c.req.valid('json'))))
    .delete('/:id', allow('invoices:operate'), valid('param', Id), async c => c.json(await remove(c.var.ctx, c.req.valid('param').id)))

const Query = v.object({ ...Page.entries, order: InvoiceOrder })
const Receivables = v.object({ pageNumber })

export const invoiceRoutes = ({ markPaid }: InvoiceJourneys) =>
  router()
    .get('/', allow('invoices:pay'), valid('query', Query), async c => c.json(await invoices.list(c.var.ctx, c.req.valid('query'))))
    .get('/all', allow('invoices:pay'), async c => c.json(await invoices.all(c.var.ctx)))
    .get('/figures', allow('invoices:operate'), async c => c.json(await figures(c.var.ctx)))
    .get('/receivables', allow('invoices:operate'), valid('query', Receivables), async c =>
      c.json(await receivables(c.var.ctx, c.req.valid('query').pageNumber)),
    )
    .get('/:id', allow('invoices:pay'), valid('param', Id), async c => c.json(await invoices.get(c.var.ctx, c.req.valid('param').id)))
    .put('/:id', allow('invoices:operate'), valid('param', Id), valid('json', InvoicePatch), async c =>
      c.json(await markPaid(c.var.ctx, c.req.valid('param').id)),
    )
