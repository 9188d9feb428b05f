import { common } from './es/common'
import { list } from './es/list'
import { shell } from './es/shell'
import type { pt } from './pt'

export const es: Record<keyof typeof pt, string> = { ...common, ...list, ...shell }
