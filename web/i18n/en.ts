import { common } from './en/common'
import { list } from './en/list'
import { shell } from './en/shell'
import type { pt } from './pt'

export const en: Record<keyof typeof pt, string> = { ...common, ...list, ...shell }
