import { contactListItemApi } from '../../../src/modules/contact-list-items/api'
import { ContactListItemBody } from '../../../src/modules/contact-list-items/body'
import { ImportedPerson } from '../../../src/modules/contacts/body'
import { words } from './texts'

/** What a row of a list is made of; which list it stands in says the page. */
export const itemForm = { api: contactListItemApi, body: ContactListItemBody, words, fields: { contactListId: { draw: () => null } } }
/** How a spreadsheet goes into a list. */
export const importInto = (listId: number) => ({ path: `/contact-lists/${listId}/upload` as const, row: ImportedPerson })
