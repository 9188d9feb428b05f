import type { TranscriptPage } from '../../../../src/modules/messages'
import { locale, t } from '../../../kit/i18n'
import type { Json } from '../../../kit/rows'
import { user } from '../../../session'
import { kindOf } from '../conversation/preview'
import { words } from './transcript-texts'

export type Said = Json<TranscriptPage>['messages'][number]
type Day = { name: string; lines: string[] }

/** A name that an agent's words begin with stands before them already. */
const SIGNED = /^\*.+?:\*\n/

function inWords(said: Said) {
  if (said.isDeleted) return `[${t('tickets.deleted')}]`
  const kind = said.mimetype && kindOf(said)?.word
  const file = kind && `[${[kind, said.fileName].filter(Boolean).join(': ')}]`
  const text = said.fromMe ? said.text.replace(SIGNED, '') : said.text
  return [file, text, said.isEdited && `(${words('edited')})`].filter(Boolean).join(' ')
}

/** What was said, by days of this computer. One formatter serves all: making one costs more than a line. */
export function daysOf(messages: Said[]): Day[] {
  const day = new Intl.DateTimeFormat(locale(), { weekday: 'long', day: '2-digit', month: '2-digit', year: 'numeric' })
  const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const days: Day[] = []
  for (const said of messages) {
    const at = new Date(said.createdAt)
    const name = day.format(at)
    if (days.at(-1)?.name !== name) days.push({ name, lines: [] })
    const who = said.author ?? (said.fromMe ? user.value?.company.name : null) ?? '?'
    days.at(-1)!.lines.push(`[${clock.format(at)}] ${who}: ${inWords(said)}`)
  }
  return days
}

export const asText = (head: string[], days: Day[]) =>
  [...head, ...days.flatMap(({ name, lines }) => ['', name, '', ...lines]), ''].join('\r\n')
