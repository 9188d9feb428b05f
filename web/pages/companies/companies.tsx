import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  Building2,
  CalendarPlus,
  CalendarClock,
  CalendarX2,
  Download,
  FlaskConical,
  History,
  PauseCircle,
  PlayCircle,
  ReceiptText,
  Store,
  UserCheck,
} from 'lucide-react'
import { createElement, Suspense } from 'react'
import { companyApi } from '../../../src/modules/companies/api'
import { CompanyBody, CompanyPatch, DEMO_DAYS, DEMO_KEPT_DAYS } from '../../../src/modules/companies/body'
import type { FieldProps } from '../../crud/fields'
import { crudPage } from '../../crud/page'
import { State } from '../../kit/chips'
import { SwitchField } from '../../kit/field'
import { collection } from '../../kit/collection'
import { ago, date } from '../../kit/format'
import { money } from '../../kit/measures'
import type { Column } from '../../kit/table'
import { retried, styled } from '../../kit/style'
import { byName } from '../../kit/folded'
import { isReseller, may, user } from '../../session'
import stepsStyle from '../first-steps/first-steps.css'
import { useAnswer } from '../../kit/answer'
import type { Reseller } from '../resellers/types'
import { EntriesDialog, Enter, Remove } from './dialogs'
import { civil, dueOf } from './due-colors'
import { Exceptions } from './exceptions'
import { Extras } from './extras'
import { Move } from './move'
import { PlanField } from './plan-field'
import { words } from './texts'
import type { Company } from './types'
import { download, extend, suspend } from './verbs'

const ResellerSteps = retried(styled(() => import('../first-steps/reseller-steps'), stepsStyle))

const STATES = { dueSoon: CalendarClock, overdue: CalendarX2, suspended: PauseCircle, demonstration: FlaskConical } as const
type Standing = keyof typeof STATES
const state = signal<Standing>()
/** Whose: a reseller's, or '0' for the house's own; empty, everybody's. */
const whose = signal('')
/** What is asked about a company over the list. */
const open = signal<{ what: 'enter' | 'extras' | 'move' | 'remove'; company: Company } | { what: 'entries' }>()
const close = () => (open.value = undefined)

const none = <span className="faint">–</span>

const columns = (): Column<Company>[] => [
  {
    id: 'name',
    head: words('company'),
    className: 'cell-who',
    value: ({ name }) => name.toLowerCase(),
    cell: ({ name, email }) => (
      <span className="grid min-w-0 max-w-100 py-2">
        <span className="clip font-medium">{name}</span>
        <span className="clip faint t-meta">{email}</span>
      </span>
    ),
  },
  ...(may('resellers:write')
    ? [
        {
          id: 'reseller',
          head: words('resellerId'),
          className: 'muted only-wide',
          value: ({ reseller }: Company) => reseller ?? '',
          cell: ({ reseller }: Company) => reseller ?? none,
        },
      ]
    : []),
  {
    id: 'plan',
    head: words('planId'),
    value: ({ plan }) => plan?.name ?? '',
    cell: ({ plan }) =>
      plan ? (
        <span className="grid min-w-0">
          <span className="clip">{plan.name}</span>
          <span className="faint t-meta tnum">{plan.value ? money(plan.value) : words('free')}</span>
        </span>
      ) : (
        none
      ),
  },
  {
    id: 'due',
    head: words('dueDate'),
    value: ({ dueDay }) => dueDay ?? '9999',
    cell: company => {
      const { tone, row, text } = dueOf(company)
      return (
        <span className={`grid justify-items-start gap-1 ${row ?? ''}`}>
          <State tone={tone}>{text}</State>
          {company.dueDay && <span className="muted t-meta tnum">{date(civil(company.dueDay))}</span>}
        </span>
      )
    },
  },
  {
    id: 'recurrence',
    head: words('recurrence'),
    className: 'muted only-wide',
    value: ({ recurrence }) => recurrence,
    cell: ({ recurrence }) => words.find(`recurrence.${recurrence}`),
  },
  {
    id: 'usage',
    head: words('usage'),
    className: 'muted only-wide',
    value: ({ usage }) => usage.messages,
    cell: ({ usage }) => (
      <span className="grid">
        <span>{words('messages', { n: usage.messages })}</span>
        <span className="faint t-meta">
          {words('people', { n: usage.users })} · {words('lines', { n: usage.connections })}
        </span>
      </span>
    ),
  },
  {
    id: 'lastUsedAt',
    head: words('lastUse'),
    className: 'muted only-wide',
    value: ({ lastUsedAt }) => lastUsedAt ?? '',
    cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : none),
  },
  {
    id: 'extend',
    head: '',
    className: 'end-sm extend',
    cell: company =>
      company.nextDueDay && (
        <button type="button" className="btn btn-plain btn-sm" onClick={() => void extend(company)}>
          <CalendarPlus className="icon icon-sm" aria-hidden />
          {words('extend')}
        </button>
      ),
  },
]

/** Whoever is a customer demonstrates no more. */
const DemoField = ({ field: { name }, form, isNew }: FieldProps) => {
  useSignals()
  return (
    <SwitchField
      label={words('isDemo')}
      help={isNew ? words('isDemoHelp', { n: DEMO_DAYS, kept: DEMO_KEPT_DAYS }) : words('isDemoEnd')}
      {...form.box(name)}
    />
  )
}

function States() {
  useSignals()
  return (Object.keys(STATES) as Standing[]).map(name => (
    <button
      key={name}
      type="button"
      className="btn btn-quiet"
      aria-pressed={state.value === name}
      onClick={() => (state.value = state.value === name ? undefined : name)}
    >
      {createElement(STATES[name], { className: 'icon icon-sm', 'aria-hidden': true })}
      {words(name === 'suspended' ? 'suspendedOnes' : name)}
    </button>
  ))
}

/** For the house, which operates the companies of all. */
function Whose() {
  useSignals()
  const { answer } = useAnswer<Reseller[]>('/resellers/list', {})
  if (!answer?.length) return null
  return (
    <select
      className="select"
      style={{ width: 'auto', maxWidth: 220 }}
      aria-label={words('resellerId')}
      value={whose.value}
      onChange={event => (whose.value = event.currentTarget.value)}
    >
      <option value="">{words('everybodys')}</option>
      <option value="0">{words('houses')}</option>
      {answer.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Questions() {
  useSignals()
  const asked = open.value
  if (!asked) return null
  if (asked.what === 'entries') return <EntriesDialog close={close} />
  if (asked.what === 'extras') return <Extras company={asked.company} close={close} />
  if (asked.what === 'move') return <Move company={asked.company} close={close} />
  return asked.what === 'enter' ? <Enter company={asked.company} close={close} /> : <Remove company={asked.company} close={close} />
}

/** The companies of the installation, for those who operate it. */
const Companies = crudPage<Company>({
  api: companyApi,
  body: CompanyBody,
  patch: CompanyPatch,
  words,
  icon: Building2,
  right: 'companies:write',
  columns,
  tall: true,
  nameOf: company => company.name,
  list: () =>
    collection<Company>({
      api: companyApi,
      order: byName,
      query: () => ({ ...(state.value && { state: state.value }), ...(whose.value && { resellerId: whose.value }) }),
      isNarrowed: () => Boolean(state.value || whose.value),
    }),
  filters: {
    bar: () => (
      <>
        <States />
        {may('resellers:write') && <Whose />}
      </>
    ),
    clear: () => {
      state.value = undefined
      whose.value = ''
    },
  },
  notice: () => (
    <>
      {isReseller() && (
        <Suspense>
          <ResellerSteps isBrief />
        </Suspense>
      )}
      <Questions />
    </>
  ),
  fields: {
    isDemo: { draw: DemoField, when: ({ mayBeDemo }) => mayBeDemo === true },
    planId: { draw: PlanField },
    campaignsEnabled: false,
  },
  values: company => ({
    resellerId: company ? company.resellerId : user.value!.company.resellerId,
    dueDate: company?.dueDay ?? '',
    mayBeDemo: !company || company.isDemo,
    // Plans cost so much a month.
    ...(company ? { exceptions: company.exceptions } : { recurrence: 'MENSAL' }),
  }),
  tabs: company =>
    company
      ? [
          {
            name: 'exceptions',
            fields: ['exceptions'],
            draw: form => <Exceptions form={form} company={company} />,
          },
        ]
      : [],
  width: 520,
  more: () => [{ icon: <History className="icon" aria-hidden />, label: words('entries'), run: () => (open.value = { what: 'entries' }) }],
  menu: company => [
    company.id !== user.value?.companyId && {
      icon: <UserCheck className="icon" aria-hidden />,
      label: words('enter'),
      run: () => (open.value = { what: 'enter', company }),
    },
    company.nextDueDay !== null && {
      icon: <ReceiptText className="icon" aria-hidden />,
      label: words('extras'),
      run: () => (open.value = { what: 'extras', company }),
    },
    // Nobody shuts themselves out.
    company.id !== user.value?.companyId && {
      icon: company.status ? <PauseCircle className="icon" aria-hidden /> : <PlayCircle className="icon" aria-hidden />,
      label: words(company.status ? 'suspend' : 'reactivate'),
      run: () => void suspend(company),
    },
    may('resellers:write') &&
      company.id !== user.value?.companyId && {
        icon: <Store className="icon" aria-hidden />,
        label: words('move'),
        run: () => (open.value = { what: 'move', company }),
      },
    { icon: <Download className="icon" aria-hidden />, label: words('export'), run: () => void download(company) },
  ],
  remove: company => void (open.value = { what: 'remove', company }),
})

export default Companies
/** The same with the form of a new one open. */
export const NewCompany = () => <Companies begins="new" />
