import { afterWait, type Ctx } from '#kernel/context'
import { eachRow, inBatches, uploadedRows } from '#kernel/media/spreadsheet-rows'
import { ImportedPerson, rowsOfTable } from '#modules/contacts'
import { contactListItems, people, type Listed } from '#modules/contact-list-items'
import { contactLists } from '#modules/contact-lists'
import { tellItems } from './told'
import { checkNumbers } from '../number-check/list'

/** Puts rows of a spreadsheet into a list: who is there already, under whatever spelling of the number, is completed. */
export const addRows = (ctx: Ctx, listId: number, rows: unknown[]) =>
  afterWait(ctx, async ctx => {
    const listed: Listed[] = []
    const refused = await eachRow(ImportedPerson, rows, async person => void listed.push(person))
    const created = await people.merge(ctx, listId, listed)
    if (created) await people.mustFit(ctx, listId)
    await tellItems(ctx, listId)
    if (created) await checkNumbers(ctx, listId)
    return { created, known: rows.length - refused.length - created, refused }
  })

/** Rows of one transaction. */
const BATCH = 500
function* batchesOf(rows: unknown[]) {
  for (let at = 0; at < rows.length; at += BATCH) yield { at, some: rows.slice(at, at + BATCH) }
}

/** The same of a file, as clients of this family send it: they are answered the people of the list. */
export async function addFile(ctx: Ctx, listId: number, request: Request) {
  await contactLists.load(ctx, listId)
  await uploadedRows(ctx, request, rowsOfTable, rows => inBatches(batchesOf(rows), some => addRows(ctx, listId, some)))
  return contactListItems.all(ctx, '', { contactListId: listId })
}
