import { conversation } from './pt/conversation'
import { errors } from './pt/errors'
import { kit } from './pt/kit'
import { menus } from './pt/menus'

/** What is not drawn before a person can begin. */
export const morePt = { ...conversation, ...errors, ...kit, ...menus }
