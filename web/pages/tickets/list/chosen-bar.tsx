import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, ArrowRightLeft, Check, CheckCheck, CircleDot, EllipsisVertical, Layers, Tag, UserRoundCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Dot } from '../../../kit/chips'
import { IconButton } from '../../../kit/icon-button'
import { useFocusBack } from '../../../kit/focus-back'
import { useEscape } from '../../../kit/escape'
import { t } from '../../../kit/i18n'
import { useShortcut } from '../../../kit/keys'
import type { Icon } from '../../../kit/lazy-icon'
import { phone } from '../../../kit/screen-width'
import { Menu, MenuItems } from '../../../kit/menu'
import { Popover } from '../../../kit/popover'
import { type QueueRef, user } from '../../../session'
import { markRead } from '../../../shell/mark-all'
import { unmark } from '../../../shell/unread'
import { change, standing } from '../change'
import { asBefore } from '../undo'
import { mayEnd } from '../may-end'
import { known, queueFor, type Verbs } from '../verbs'
import { snooze, unread, unreadNoMore } from '../put-aside'
import { has, syncTags } from '../contact/sync-tags'
import { TagSearch } from '../contact/tag-picker'
import { dialog } from '../dialogs/shown'
import { queues } from '../queues'
import type { TagRef, Ticket } from '../types'
import { atOnce, begins } from './at-once'
import { chooseAll, chooseNone, chosen, MOST_CHOSEN, refused, running } from './choosing'
import { words } from './desk-texts'
import type { TicketList } from './store'
import { focusRow } from './ticket-list'

const isMine = ({ status, userId }: Ticket) => status === 'open' && userId === user.value?.id
/** Off again; one that it took the place of, as a lane of the board does, is back. */
const untag = ({ id, tags }: Ticket, tag: TagRef, after = tags) =>
  syncTags(id, { remove: [tag], add: tags.filter(one => !has(after, one)) })

/** What is asked for first, in a box over the bar. */
type Asked = 'queue' | 'tag'
type Verb = { icon: Icon; label: string; shortcut?: string; asks?: Asked; run: () => void }
/** On a phone so many have their words in the bar, and the others theirs in a menu. */
const WORDED = 2

type Props = { list: TicketList; leave: Verbs['leave']; goOn: Verbs['goOn'] }

/** The verbs for the tickets that are chosen. Escape leaves. */
export default function ChosenBar({ list, leave: leaveTicket, goOn }: Props) {
  useSignals()
  const bar = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<Asked>()
  const tickets = list.items.value.filter(({ id }) => chosen.value.has(id))
  const allWait = tickets.length > 0 && tickets.every(({ status }) => status === 'pending')
  const now = running.value
  const leave = () => {
    chooseNone()
    refused.value = []
  }
  useEffect(() => leave, [list])
  useEscape(leave)
  /** They stay chosen while something is asked first, until it is done to them (at-once.ts). */
  const begin = (run: (which: Ticket[]) => unknown) => {
    if (tickets.length && !now) run(tickets)
  }
  const resolve = async () =>
    (await mayEnd(tickets)) &&
    begin(async which => {
      const end = (ticket: Ticket) => change(ticket, { status: 'closed', ...known(ticket) })
      const ended = await atOnce(which, end, n => words('resolvedMany', { n }), asBefore)
      ended.forEach(one => goOn(one))
    })
  const accept = () =>
    begin(async which => {
      const unqueued = which.filter(({ queueId }) => !queueId)
      const into = unqueued[0] && (await queueFor(unqueued[0], unqueued.length))
      if (into === false) return
      await atOnce(
        which,
        ticket => change(ticket, { status: 'open', userId: user.value?.id, queueId: ticket.queueId ? undefined : into }),
        n => words('acceptedMany', { n }),
        asBefore,
      )
    })
  const putOff = () => begin(snooze)
  const hand = () => begin(which => void (dialog.value = { kind: 'transfer', tickets: which }))
  const read = () =>
    begin(which => {
      const own = which.filter(isMine).map(({ id }) => id)
      begins(which.flatMap(one => (isMine(one) ? [] : { id: one.id, name: one.contact.name, why: words('notMine') })))
      if (own.length) markRead(own, words('readMany', { n: own.length }))
    })
  const markUnread = () =>
    begin(all => {
      const which = all.filter(({ status }) => status !== 'closed')
      // A conversation on screen is read.
      which.forEach(leaveTicket)
      // What was marked as read a moment ago is told to no customer any more.
      unmark(which.map(({ id }) => id))
      return atOnce(which, unread, n => words('unreadMany', { n }), unreadNoMore)
    })
  const send = (queueId: number, queue: string) =>
    begin(which =>
      atOnce(
        which,
        ticket => change(ticket, { queueId, status: 'pending', userId: null, expected: standing(ticket) }),
        n => words('movedMany', { n, queue }),
        asBefore,
      ),
    )
  const addTag = (tag: TagRef) =>
    begin(which =>
      atOnce(
        which.filter(({ tags }) => !has(tags, tag)),
        ({ id }) => syncTags(id, { add: [tag] }),
        n => words('taggedMany', { n, tag: tag.name }),
        (ticket, after) => untag(ticket, tag, after?.tags),
      ),
    )
  const answered = () => setAsking(undefined)
  const ask = (what: Asked) => () => setAsking(now => (now === what ? undefined : what))
  const verbs: Verb[] = [
    ...(allWait ? [{ icon: UserRoundCheck, label: t('tickets.accept'), shortcut: 'accept', run: accept }] : []),
    { icon: Check, label: t('tickets.resolve'), shortcut: 'resolve', run: () => void resolve() },
    { icon: ArrowRightLeft, label: t('keys.transfer'), shortcut: 'transfer', run: hand },
    { icon: Layers, label: words('toQueue'), asks: 'queue', run: ask('queue') },
    { icon: Tag, label: words('addTag'), shortcut: 'tag', asks: 'tag', run: ask('tag') },
    { icon: AlarmClock, label: words('snoozeMenu'), shortcut: 'snooze', run: putOff },
    { icon: CheckCheck, label: words('read'), run: read },
    { icon: CircleDot, label: words('unreadAll'), shortcut: 'unread', run: markUnread },
  ]
  // They stand above those of a conversation that is opened meanwhile.
  const isShown = tickets.length > 0
  useShortcut('accept', accept, allWait, 'above')
  useShortcut('resolve', () => void resolve(), isShown, 'above')
  useShortcut('snooze', putOff, isShown, 'above')
  useShortcut('transfer', hand, isShown, 'above')
  useShortcut('unread', markUnread, isShown, 'above')
  const isIdle = isShown && !now
  useShortcut('tag', () => setAsking('tag'), isIdle, 'above')
  // What was asked is asked of those who were chosen then.
  useEffect(() => {
    if (!isIdle) setAsking(undefined)
  }, [isIdle])
  return (
    <section className="chosen-bar" role="toolbar" aria-label={words('bar')}>
      {refused.value.length > 0 && (
        <section className="refused" role="alert" tabIndex={0} aria-label={words('refused', { n: refused.value.length })}>
          <p className="text-error">{words('refused', { n: refused.value.length })}</p>
          {refused.value.map(({ id, name, why }) => (
            <p key={id}>
              <b>{name}</b> <span className="muted">{why}</span>
            </p>
          ))}
        </section>
      )}
      <div className="head">
        {now ? (
          <>
            <span className="tnum t-meta" role="status">
              {words('doing', { n: now.done, max: now.max })}
            </span>
            <progress value={now.done} max={now.max} aria-label={words('doing', { n: now.done, max: now.max })} />
            <button className="btn btn-quiet btn-sm" onClick={now.stop}>
              {words('stop')}
            </button>
          </>
        ) : (
          <>
            <span className="font-semibold t-body tnum" role="status">
              {tickets.length > 0 && words('chosen', { n: tickets.length })}
            </span>
            <span className="ml-auto" />
            {tickets.length > 0 && (
              <button className="btn btn-quiet btn-sm" data-tip={words('most', { n: MOST_CHOSEN })} onClick={chooseAll}>
                {words('all')}
              </button>
            )}
            <IconButton icon={X} label={t('common.cancel')} className="btn-sm" onClick={leave} />
          </>
        )}
      </div>
      {isIdle && (
        <div ref={bar} className="verbs" data-tips>
          {phone.value ? <Worded verbs={verbs} /> : verbs.map(verb => <Iconic key={verb.label} verb={verb} asking={asking} />)}
        </div>
      )}
      {asking && isIdle && (
        <Popover
          key={asking}
          anchor={bar.current?.querySelector(`[data-asks=${asking}]`) ?? bar.current?.lastElementChild ?? null}
          label={words(asking === 'queue' ? 'toQueue' : 'addTag')}
          width={260}
          side="above"
          role={asking === 'queue' ? 'menu' : 'dialog'}
          close={answered}
        >
          {asking === 'queue' ? (
            <Queues choose={({ id, name }) => send(id, name)} close={answered} />
          ) : (
            <Tags choose={addTag} close={answered} />
          )}
        </Popover>
      )}
    </section>
  )
}

const Iconic = ({ verb: { run, asks, ...verb }, asking }: { verb: Verb; asking?: Asked }) => (
  <IconButton
    {...verb}
    onClick={run}
    data-asks={asks}
    aria-haspopup={asks && (asks === 'queue' ? 'menu' : 'dialog')}
    aria-expanded={asks && asking === asks}
  />
)

/** A finger has no tooltips. */
function Worded({ verbs }: { verbs: Verb[] }) {
  const rest = verbs.slice(WORDED).map(({ icon: Icon, ...verb }) => ({ ...verb, icon: <Icon className="icon" aria-hidden /> }))
  return (
    <>
      {verbs.slice(0, WORDED).map(({ icon: Icon, label, run }) => (
        <button key={label} type="button" className="btn btn-plain" onClick={run}>
          <Icon className="icon" aria-hidden />
          {label}
        </button>
      ))}
      <Menu
        label={t('common.more')}
        side="above"
        end
        items={rest}
        trigger={<IconButton icon={EllipsisVertical} label={t('common.more')} />}
      />
    </>
  )
}

type Choosing<Row> = { choose: (row: Row) => void; close: () => void }
const toFirstRow = () => focusRow(Number(document.querySelector<HTMLElement>('.ticket-list .ticket')?.dataset.id))
type Coloured = { id: number; name: string; color: string }
function Choices<Row extends Coloured>({ rows, choose, close }: Choosing<Row> & { rows: Row[] }) {
  useFocusBack(toFirstRow)
  const items = rows.map(row => ({ label: row.name, icon: <Dot color={row.color} />, run: () => choose(row) }))
  // Those that come later have the focus then.
  return <MenuItems key={String(rows.length > 0)} items={items} close={close} />
}

function Queues(props: Choosing<QueueRef>) {
  useSignals()
  return (
    <>
      <p className="px-4 pt-2 faint t-meta">{words('toQueueText')}</p>
      <Choices rows={queues.value} {...props} />
      {!queues.value.length && <p className="px-4 pb-2 faint t-meta">{t('tickets.noQueues')}</p>}
    </>
  )
}

/** The search of a single ticket's tags: the one that is found goes on all of them. */
function Tags({ choose, close }: Choosing<TagRef>) {
  useFocusBack(toFirstRow)
  return (
    <TagSearch
      choose={tag => {
        close()
        choose(tag)
      }}
    />
  )
}
