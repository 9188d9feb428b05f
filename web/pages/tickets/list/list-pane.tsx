import { partOf, retryable } from '../../../kit/retryable'
import { useSignals } from '@preact/signals-react/runtime'
import { ListFilter, Search, SquarePen } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { t, withTexts } from '../../../kit/i18n'
import { Pop } from '../../../kit/popover'
import { moveByArrow, walkTabs } from '../../../kit/scroll'
import { SearchBox } from '../../../kit/search-box'
import { IconButton } from '../../../kit/icon-button'
import { phone } from '../../../kit/screen-width'
import { Over } from '../../../kit/overlays'
import { Part } from '../../../kit/part'
import { retried, styled } from '../../../kit/style'
import { afterwards } from '../../../kit/usable'
import { connectionWarning } from '../../../shell/connection-warning'
import { useSearchTarget } from '../../../shell/focus-search'
import { later } from '../../../shell/later-icon'
import chosenStyle from './chosen-bar.css'
import compactStyle from './compact.css'
import foundStyle from './found.css'
import gripStyle from './grip.css'
import swipeStyle from './swipe-rows.css'
import viewsStyle from './view-tabs.css'
import { chosen, refused, running } from './choosing'
import { Row } from './row'
import { focusRow, List } from './ticket-list'
import {
  compact,
  hiddenQueues,
  type ListName,
  lists,
  searches,
  searchFor,
  searchGiven,
  searchText,
  seesClosed,
  seesGroups,
  shownList,
  view,
  views,
} from './store'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'

const importRecent = retryable(() => import('./recent'))

const AlarmClock = later('AlarmClock')
const Found = retried(styled(() => import('./found'), foundStyle))
const ChosenBar = retried(styled(() => import('./chosen-bar'), chosenStyle))
const Grip = retried(afterwards(styled(() => import('./grip'), gripStyle)))
const SwipeRows = retried(afterwards(styled(() => import('./swipe-rows'), swipeStyle)))
const Views = retried(styled(() => import('./view-tabs'), viewsStyle))
const NumbersDown = retried(withTexts(() => import('./numbers-down')))
const Options = retried(
  partOf(
    withTexts(() => import('./options')),
    ({ Options }) => ({ default: Options }),
  ),
)

const compactRows = styled(async () => {}, compactStyle)

type Props = {
  selected?: string
  verbs: Verbs
  /** Opens a ticket, at a message of it. */
  open: (ticket: Ticket, message?: string) => void
  newTicket: () => void
}

const show = (name: ListName) => void (shownList.value = name)

/** None before it is known: nobody shall read a nought that becomes forty. */
const countOf = (name: 'mine' | 'pending') => (lists[name].loaded.value ? lists[name].count.value : '')

/** The left pane: which list, its search and options, and the rows. */
export const ListPane = memo(function ListPane({ selected, verbs, open: choose, newTicket }: Props) {
  useSignals()
  const shown = shownList.value
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<ListName>('mine')
  /** The ticket beside which one began to search: what is opened from there has a step of its own in the history. */
  const beside = useRef<string>(undefined)
  const search = () => {
    if (shown !== 'search') {
      before.current = shown
      beside.current = selected
    }
    flushSync(() => show('search'))
    field.current?.focus()
    field.current?.select()
  }
  const leave = () => {
    field.current?.blur()
    show(before.current)
  }
  const found = useRef<Promise<Ticket[]>>(undefined)
  const searchKeys = (event: KeyboardEvent) => {
    if (event.target !== field.current) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      if (searches.value) focusRow(lists.search.items.value[0]?.id)
      else document.querySelector<HTMLElement>('.recent')?.focus()
    }
    // Who looked something up goes on writing, and gave no letter to the shortcuts.
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
    // What was typed is asked for at once, and its first row opens, unless somebody left the field or typed on meanwhile.
    const box = field.current
    if (event.key === 'Enter')
      void found.current?.then(([first]) => {
        if (!first || field.current !== box || box.value.trim() !== searchText.peek()) return
        void importRecent()
          .then(({ remember }) => remember(searchText.value))
          .catch(() => {})
        choose(first, first.hits?.[0]?.id)
      })
  }
  useSearchTarget(search)
  useEffect(() => {
    if (compact.value) void compactRows()
  }, [compact.value])
  const open = shown === 'mine' || shown === 'pending' || shown === 'snoozed'
  const tab = (name: ListName, on: boolean, label: string) => (
    <button role="tab" aria-selected={on} onClick={() => show(name)}>
      {label}
    </button>
  )
  const label = {
    mine: t('tickets.mine'),
    pending: t('tickets.pending'),
    snoozed: t('tickets.snoozed'),
    group: t('tickets.groups'),
    closed: t('tickets.closed'),
    view: view.value?.name ?? '',
    search: t('common.search'),
  }[shown]
  return (
    <section className="list-pane" data-shortcuts aria-label={t('tickets.listLabel')}>
      {!selected && <h1 className="sr-only mobile-only">{t('nav.tickets')}</h1>}
      <div className="list-head">
        <div className="flex items-center gap-1">
          {(seesGroups.value || seesClosed.value || !open) && (
            <div className="tabs-line" role="tablist" aria-label={t('tickets.lists')} onKeyDown={walkTabs}>
              {tab('mine', open, t('tickets.open'))}
              {seesGroups.value && tab('group', shown === 'group', t('tickets.groups'))}
              {seesClosed.value && tab('closed', shown === 'closed', t('tickets.closed'))}
            </div>
          )}
          <span className="ml-auto" />
          <IconButton
            icon={Search}
            label={t('common.search')}
            shortcut="search"
            className="btn-sm"
            aria-pressed={shown === 'search'}
            onClick={() => (shown === 'search' ? show(before.current) : search())}
          />
          <Pop
            label={t('tickets.options')}
            width={260}
            end
            trigger={
              <IconButton
                icon={ListFilter}
                label={t(hiddenQueues.value.length ? 'tickets.optionsOn' : 'tickets.options')}
                className="btn-sm"
                aria-pressed={hiddenQueues.value.length > 0}
              />
            }
          >
            {close => (
              <Part>
                <Options close={close} />
              </Part>
            )}
          </Pop>
          <IconButton icon={SquarePen} label={t('tickets.new')} shortcut="newTicket" className="btn-sm" onClick={newTicket} />
        </div>
        {(open || shown === 'view') && (
          <div className="segment" role="tablist" aria-label={t('tickets.situation')} onKeyDown={walkTabs}>
            <button role="tab" aria-selected={shown === 'mine'} onClick={() => show('mine')}>
              {t('tickets.mine')} <span className="n">{countOf('mine')}</span>
            </button>
            <button role="tab" aria-selected={shown === 'pending'} onClick={() => show('pending')}>
              {t('tickets.pending')} <span className="n">{countOf('pending')}</span>
            </button>
            {(shown === 'snoozed' || lists.snoozed.count.value > 0) && (
              <button
                role="tab"
                aria-selected={shown === 'snoozed'}
                aria-label={`${t('tickets.snoozed')} ${lists.snoozed.count.value}`}
                data-tip={t('tickets.snoozed')}
                style={{ flex: 'none', paddingInline: 10 }}
                onClick={() => show('snoozed')}
              >
                <AlarmClock className="icon icon-sm" aria-hidden /> <span className="n">{lists.snoozed.count.value}</span>
              </button>
            )}
          </div>
        )}
        {views.value.length > 0 && shown !== 'search' && (
          <Part>
            <Views />
          </Part>
        )}
        {shown === 'search' && selected === beside.current && <Over close={leave} everywhere />}
        {shown === 'search' && (
          <div onKeyDown={searchKeys}>
            <SearchBox
              key={searchGiven.value}
              ref={field}
              label={t('tickets.searchLabel')}
              initial={searchText.value}
              find={text => (found.current = searchFor(text))}
            />
          </div>
        )}
      </div>
      {connectionWarning.value && (
        <Part>
          <NumbersDown />
        </Part>
      )}
      {shown === 'search' ? (
        <Part>
          <Found
            label={label}
            row={(ticket, state) => <Row ticket={ticket} selected={ticket.uuid === selected} verbs={verbs} state={state} />}
            move={moveByArrow}
            open={choose}
            typed={() => field.current?.value ?? searchText.value}
            upwards={() => field.current?.focus()}
          />
        </Part>
      ) : (
        <List list={lists[shown]} label={label} selected={selected} verbs={verbs} />
      )}
      {(chosen.value.size > 0 || running.value || refused.value.length > 0) && (
        <Part>
          <ChosenBar list={lists[shown]} leave={verbs.leave} goOn={verbs.goOn} />
        </Part>
      )}
      <Part>{phone.value ? <SwipeRows list={lists[shown]} verbs={verbs} /> : <Grip />}</Part>
    </section>
  )
})
