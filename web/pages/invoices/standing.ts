import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { Subscription } from '../../../src/flows/payments/subscription'
import { get } from '../../kit/api'
import { on, onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'

export type Standing = Json<Subscription>

const answer = signal<Standing>()
const failed = signal(false)
const read = () =>
  get<Standing>('/subscription').then(
    value => {
      answer.value = value
      failed.value = false
    },
    () => {
      failed.value = true
    },
  )
export const keep = (value: Standing) => (answer.value = value)

/** How the own company stands, read when a page opens and whenever a payment or an invoice changes it. */
export function useStanding() {
  useSignals()
  useEffect(() => {
    void read()
    const stops = [on('payment', () => void read()), on('invoice', () => void read()), onResync(read)]
    return () => stops.forEach(stop => stop())
  }, [])
  return { standing: answer.value, failed: failed.value, retry: read }
}
