import { useSignals } from '@preact/signals-react/runtime'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { heldWhile, useShortcut } from '../../kit/keys'
import { inPlace } from '../../kit/overlays'
import { user } from '../../session'
import { beforeVerb } from './before-verb'
import { follows } from './double-press'
import { following } from './list/neighbours'
import { goesOn, lists, shownList, staysPending } from './list/store'
import type { useWalk } from './list/keyboard-walk'
import { away, opened } from './on-screen'
import { accept, acceptLongest, resolve } from './pane'
import type { Ticket } from './types'
import type { Verbs } from './verbs'

type Page = { uuid?: string; walk: ReturnType<typeof useWalk> }

/** What is done with a ticket from this page, and what is on screen afterwards. What asks the server comes with the conversation. */
export function usePageVerbs({ uuid, walk: { place, byKey } }: Page, open: Verbs['open']): Verbs {
  const shownUuid = useRef(uuid)
  shownUuid.current = uuid
  /** Who has gone on to another page is led nowhere by an answer that comes late. */
  const isLeft = useRef(false)
  const { verbs, decides } = useMemo(() => {
    const onScreen = ({ id }: Ticket) => {
      const conversation = opened.peek()
      return conversation?.ticket.peek().id === id ? conversation : undefined
    }
    const isShown = ({ uuid }: Ticket) => shownUuid.current === uuid && !isLeft.current

    const showTaken = (ticket: Ticket | null | void) => {
      if (!ticket) return
      onScreen(ticket)?.patchTicket(ticket)
      if (!staysPending.peek() && shownList.peek() === 'pending') shownList.value = 'mine'
      if (!isShown(ticket) && !isLeft.current) navigate(`/tickets/${ticket.uuid}`)
    }

    const decide = ({ uuid }: Ticket) => {
      const shown = shownList.peek()
      return { uuid, shown, next: following(lists[shown].items.peek(), uuid, place.current) }
    }
    let decided: ReturnType<typeof decide> | undefined
    const decides = (ticket: Ticket) => void (isShown(ticket) && (decided = decide(ticket)))
    const goOn = (ticket: Ticket, wrote?: boolean) => {
      if (!isShown(ticket)) return false
      const { shown, next: decidedNext } = decided?.uuid === ticket.uuid ? decided : decide(ticket)
      // Of several that end at once it may have ended too.
      const left = lists[shown].items.peek()
      const next = left.find(({ uuid }) => uuid === decidedNext?.uuid) ?? following(left, ticket.uuid, place.current)
      // The list may have followed the ticket, which is left.
      if (opened.peek()?.ticket.peek().status === 'pending') shownList.value = shown
      byKey.current = wrote ? undefined : next?.uuid
      away.add(ticket.uuid)
      const comes = goesOn.peek() ? next : undefined
      if (comes) away.delete(comes.uuid)
      follows(comes?.id)
      // Back leads to where one came from, not through all that is done.
      inPlace.go(() => navigate(comes ? `/tickets/${comes.uuid}` : '/tickets', { replace: true }))
      return true
    }

    const verbs: Verbs = {
      open,
      goOn,
      leave: ticket => isShown(ticket) && navigate('/tickets'),
      // An own conversation is written in: what is typed next is its answer, and Alt takes further ones.
      async accept(ticket) {
        byKey.current = undefined
        showTaken(await accept(ticket))
      },
      async acceptLongest() {
        byKey.current = undefined
        showTaken(await acceptLongest())
      },
      async resolve(ticket, wasShown) {
        const saw = onScreen(ticket)?.seen()
        const next = () => (goesOn.peek() ? decide(ticket).next : undefined)
        await resolve(ticket, { saw, wasShown, isShown: () => isShown(ticket), open, goOn, next })
      },
    }
    return { verbs, decides }
  }, [open, place, byKey])
  useLayoutEffect(() => {
    isLeft.current = false
    beforeVerb.decides = decides
    return () => {
      isLeft.current = true
      beforeVerb.decides = undefined
    }
  }, [decides])
  return verbs
}

/** Whom its key accepts: the chosen ticket, or who waits longest. */
export function useAcceptKey({ uuid, walk }: Page, verbs: Verbs) {
  useSignals()
  const shown = shownList.value
  // The chosen ticket is known by its row before its conversation has come: until then nobody else is taken in its place.
  const chosen = opened.value?.ticket.value ?? walk.row
  const waits = chosen?.status === 'pending'
  const take = () => void (waits ? verbs.accept(chosen) : heldWhile(() => verbs.acceptLongest()))
  const isFree = shown === 'mine' && !uuid && lists.pending.count.value > 0
  // Who looks at what a colleague has, as after a race that was lost, means nobody else.
  const isAnyones = chosen ? chosen.status !== 'open' || chosen.userId === user.value?.id : !uuid || lists[shown].loaded.value
  // Among those one attends a letter begins an answer.
  const isPlain = waits || isFree || shown === 'pending'
  useShortcut('accept', take, waits || isAnyones, isPlain ? undefined : 'combined')
  return chosen
}
