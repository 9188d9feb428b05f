import { conversation } from './pt/conversation'
import { errors } from './pt/errors'
import { keys } from './pt/keys'
import { kit } from './pt/kit'
import { menus } from './pt/menus'

/** What is not drawn before a person can begin. */
export const morePt = { ...conversation, ...errors, ...keys, ...kit, ...menus }
