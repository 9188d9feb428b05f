import type { ContactListJourneys } from '#modules/contact-lists'
import { recheckNumbers, stopNumbers } from '../number-check/list'
import { deleteContactList } from './delete'
import { makeList } from './make'
import { addFile, addRows } from './rows'

export const contactListJourneys: ContactListJourneys = {
  remove: deleteContactList,
  addRows,
  addFile,
  make: makeList,
  check: recheckNumbers,
  stopCheck: stopNumbers,
}
