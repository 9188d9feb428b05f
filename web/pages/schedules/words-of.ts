import { firstNameOf } from '../../../src/flows/text-variables'
import type { Schedule } from './state'

/** What is said, with the name of who gets it; what else stands in braces is filled in when it goes. */
export const wordsOf = ({ body, contact: { name } }: Schedule) =>
  body.replace(/\{\{\s*(firstName|name)\s*\}\}/g, (_, part: string) => (part === 'name' ? name : firstNameOf(name)))
