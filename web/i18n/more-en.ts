import { conversation } from './en/conversation'
import { errors } from './en/errors'
import { keys } from './en/keys'
import { kit } from './en/kit'
import { menus } from './en/menus'
import type { morePt } from './more-pt'

export const moreEn: Record<keyof typeof morePt, string> = { ...conversation, ...errors, ...keys, ...kit, ...menus }
