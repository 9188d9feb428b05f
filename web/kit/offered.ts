import { useEffect, useRef } from 'react'
import type { Item } from './menu'

type Offer = () => Item[]
const offers = new Set<Offer>()

/** What a menu on screen has is offered by its name as well, by the same rules. */
export function useOffered(items: Item[]) {
  const latest = useRef(items)
  latest.current = items
  useEffect(() => {
    const offer = () => latest.current
    offers.add(offer)
    return () => void offers.delete(offer)
  }, [])
}

export const offered = () => [...offers].flatMap(offer => offer()).filter(item => typeof item === 'object' && item !== null)
