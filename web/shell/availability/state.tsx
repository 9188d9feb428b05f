import type { Availability } from '../../../src/modules/users'
import { State } from '../../kit/chips'
import { upcoming } from '../../kit/format'
import type { Json } from '../../kit/rows'
import { words } from './texts'

export type Said = Json<Availability>

/** In words: Ausente · Almoço · até 14:00. */
export const sentenceOf = ({ state, reason, until }: Said) =>
  [words(state), reason, until && words('untilTime', { time: upcoming(until) })].filter(Boolean).join(' · ')

/** Whether somebody is there: what they say of it, else whether they are online. */
export const PersonState = ({ online, availability }: { online: boolean; availability: Said }) =>
  availability.state === 'available' ? (
    <State tone={online ? 'ok' : 'idle'}>{words(online ? 'online' : 'offline')}</State>
  ) : (
    <State tone="wait">{sentenceOf(availability)}</State>
  )
