import { conversation } from './es/conversation'
import { errors } from './es/errors'
import { keys } from './es/keys'
import { kit } from './es/kit'
import { menus } from './es/menus'
import type { morePt } from './more-pt'

export const moreEs: Record<keyof typeof morePt, string> = { ...conversation, ...errors, ...keys, ...kit, ...menus }
