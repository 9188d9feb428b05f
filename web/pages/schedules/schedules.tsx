import { DndContext, type DragEndEvent, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { choicesOf } from '../../catalog'
import { useRight } from '../../crud/right'
import { get } from '../../kit/api'
import { MOUSE, TOUCH } from '../../kit/drag'
import { toastError } from '../../kit/errors'
import { IconButton } from '../../kit/icon-button'
import { keycaps, keysOf, useShortcut } from '../../kit/keys'
import { phone as onPhone } from '../../kit/screen-width'
import { Picker } from '../../kit/picker'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { SearchBox } from '../../kit/search-box'
import { panelOf, Tabs } from '../../kit/tabs'
import { may } from '../../session'
import { Agenda } from './agenda'
import type { Acts } from './chip'
import { ScheduleList } from './list'
import { Month } from './month'
import ScheduleSheet, { type Preset } from './sheet'
import { calendarStore } from './store'
import { words } from './texts'
import { daysOf, titleOf, today, turned, type View, VIEWS, wallOf } from './time'
import { canChange, clockOf, type Schedule } from './state'
import { Week } from './week'

type Edited = { row?: Schedule; preset?: Preset }
const silent = { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined }
const TONES = [
  ['is-run', 'PENDENTE'],
  ['is-ok', 'ENVIADA'],
  ['is-bad', 'ERRO'],
] as const

/** One from the address is planned for at once; what was saved leads back to the page itself. */
function useContactOfAddress(begin: (preset: Preset) => void) {
  useEffect(() => {
    const id = new URLSearchParams(location.search).get('contactId')
    if (id && /^\d+$/.test(id)) void get<{ id: number; name: string }>(`/contacts/${id}`).then(contact => begin({ contact }), toastError)
  }, [])
}

/** What will be said to customers, by the day. */
export default function Schedules() {
  useSignals()
  const isAllowed = useRight('schedules:use', '/schedules')
  return isAllowed ? <Calendar /> : null
}

function Calendar() {
  useSignals()
  const [store] = useState(calendarStore)
  const [view, setView] = useState<View>('month')
  const [date, setDate] = useState(today)
  const [userId, setUserId] = useState<number>()
  const [text, search] = useState('')
  const [edited, edit] = useState<Edited>()
  const [dragged, drag] = useState<Schedule>()
  const [, go] = useLocation()
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  useEffect(() => store.show(view, date, userId), [view, date.slice(0, view === 'month' || view === 'agenda' ? 7 : 10), userId])
  useEffect(() => store.follow(), [store])
  useContactOfAddress(preset => edit({ preset }))
  const create = () => edit({ preset: {} })
  useShortcut('create', create)
  const acts: Acts = {
    // What is repeated is changed where it stands, which may be on a day that is not shown: what opens at a later time would be moved there.
    open: row => (row.isRepeat ? void get<Schedule>(`/schedules/${row.id}`).then(row => edit({ row }), toastError) : edit({ row })),
    move: (row, day, time = clockOf(row)) =>
      canChange(row) && `${day}T${time}` !== wallOf(row.sendAt) && edit({ row, preset: { sendAt: `${day}T${time}` } }),
    begin: (day, time = '09:00') => edit({ preset: { sendAt: `${day}T${time}` } }),
  }
  const end = ({ active, over }: DragEndEvent) => {
    drag(undefined)
    const to = over?.data.current as { date: string; time?: string } | undefined
    if (to) acts.move((active.data.current as { row: Schedule }).row, to.date, to.time)
  }
  const close = () => {
    edit(undefined)
    if (location.search) go('/schedules', { replace: true })
  }
  const rows = store.byDay()
  const isList = view === 'list'
  const days = daysOf(view, date)
  const key = keysOf('create')
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('many').replace(/^./, letter => letter.toUpperCase())}</h1>
        {store.loaded.value && !isList && <span className="sub tnum desktop-only">{words('inView', { n: store.rows.value.length })}</span>}
        <div className="acts">
          <Tabs
            id="view"
            label={words('views')}
            className="segment"
            tabs={VIEWS.map(name => ({ name, label: words(name) }))}
            chosen={view}
            choose={setView}
          />
          <button className="btn btn-primary" onClick={create}>
            <Plus className="icon" aria-hidden />
            <span className={onPhone.value ? 'sr-only' : undefined}>{words('new')}</span>{' '}
            {key && <kbd className="kbd desktop-only">{keycaps(key)[0]}</kbd>}
          </button>
        </div>
      </header>
      <div className="toolbar cal-bar">
        {isList ? (
          <SearchBox label={words('search')} find={search} width={260} initial={text} />
        ) : (
          <>
            <button className="btn btn-plain btn-sm" onClick={() => setDate(today())}>
              {words('today')}
            </button>
            <IconButton icon={ChevronLeft} className="btn-sm" label={words('before')} onClick={() => setDate(turned(view, date, -1))} />
            <IconButton icon={ChevronRight} className="btn-sm" label={words('after')} onClick={() => setDate(turned(view, date, 1))} />
            <b className="cal-title" aria-live="polite">
              {titleOf(view, date)}
            </b>
            <span className="cal-legend desktop-only">
              {TONES.map(([tone, status]) => (
                <span key={tone}>
                  <i className={tone} />
                  {words(status)}
                </span>
              ))}
            </span>
          </>
        )}
        {may('schedules:lead') && (
          <span className="cal-who">
            <Picker
              id="who"
              label={words('everyone')}
              choices={choicesOf('users')}
              chosen={userId ? [userId] : []}
              change={([id]) => setUserId(id)}
              none={words('everyone')}
            />
          </span>
        )}
      </div>
      <div style={{ display: 'contents' }} {...panelOf('view', view, view)}>
        {isList ? (
          <ScheduleList key={userId} userId={userId} text={text} open={acts.open} />
        ) : store.failed.value && !store.loaded.value ? (
          <LoadFailed what={words('what')} retry={() => void store.read()} />
        ) : !store.loaded.value ? (
          <Skeleton rows={6} height={90} avatar={false} />
        ) : (
          <DndContext
            sensors={sensors}
            collisionDetection={pointerWithin}
            accessibility={{ announcements: silent }}
            onDragStart={({ active }) => drag((active.data.current as { row: Schedule }).row)}
            onDragEnd={end}
            onDragCancel={() => drag(undefined)}
          >
            <div className="page-body cal-body">
              {view === 'month' && (
                <>
                  <Month
                    date={date}
                    chosen={date}
                    rows={rows}
                    acts={acts}
                    choose={setDate}
                    showDay={day => {
                      setDate(day)
                      setView('day')
                    }}
                  />
                  {onPhone.value && <Agenda days={[date]} rows={rows} open={acts.open} />}
                </>
              )}
              {(view === 'week' || view === 'day') && <Week key={view} days={days} rows={rows} acts={acts} />}
              {view === 'agenda' && <Agenda days={days} rows={rows} open={acts.open} />}
            </div>
            {createPortal(
              <DragOverlay dropAnimation={null}>
                {dragged && (
                  <div className="cal-ev is-run is-drag">
                    <b>{clockOf(dragged)}</b>
                    <span className="clip">{dragged.contact.name}</span>
                  </div>
                )}
              </DragOverlay>,
              document.body,
            )}
          </DndContext>
        )}
      </div>
      {edited && (
        <ScheduleSheet key={`${edited.row?.id}${edited.preset?.sendAt}`} {...edited} close={close} saved={() => void store.read()} />
      )}
    </div>
  )
}
