import { common } from './pt/common'
import { list } from './pt/list'
import { shell } from './pt/shell'

/** Portuguese is the type: the other languages must have every key. What a person sees first; the rest comes after it (more-pt.ts). */
export const pt = { ...common, ...list, ...shell }
