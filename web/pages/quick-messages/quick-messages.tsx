import { useSignals } from '@preact/signals-react/runtime'
import { Building2, FileText, Image, Lock, TriangleAlert, Zap } from 'lucide-react'
import { fillIn, partsOf } from '../../../src/flows/text-variables'
import { quickMessageApi } from '../../../src/modules/quick-messages/api'
import { QuickMessageBody } from '../../../src/modules/quick-messages/body'
import type { QuickMessage } from '../../catalog'
import { DrawnField, type FieldProps, type NounForm } from '../../crud/fields'
import { crudPage } from '../../crud/page'
import { switches } from '../../crud/switches'
import { usePicture } from '../../kit/media-field'
import { RichText } from '../../kit/rich-text'
import { Slots } from '../../kit/slots'
import type { Column } from '../../kit/table'
import { companyClock, may, user } from '../../session'
import { Scope } from './scope'
import { Slotted } from './slotted'
import { words } from './texts'

const VARIABLES = ['firstName', 'name', 'ms', 'protocol', 'hora'] as const
const isOwn = (row: QuickMessage) => row.userId === user.value?.id

const columns = (): Column<QuickMessage>[] => [
  {
    id: 'shortcode',
    head: words('shortcode'),
    value: row => row.shortcode.toLowerCase(),
    cell: row => <span className="cell-key">/{row.shortcode}</span>,
  },
  {
    id: 'message',
    head: words('message'),
    className: 'wide',
    cell: row => (
      <span className="clip block max-w-120">
        <Slotted text={row.message} />
      </span>
    ),
  },
  { id: 'scope', head: words('scope'), className: 'muted only-wide', cell: row => <Scope row={row} /> },
  {
    id: 'media',
    head: words('media'),
    className: 'muted only-wide',
    cell: ({ mediaName, mediaType }) => {
      if (!mediaName) return <span className="faint">–</span>
      const Icon = mediaType?.startsWith('image/') ? Image : FileText
      return (
        <span className="inline-flex items-center gap-1.5 min-w-0">
          <Icon className="icon icon-sm" aria-hidden />
          <span className="clip max-w-40">{mediaName}</span>
        </span>
      )
    },
  },
]

/** The text, and the variables that it may hold; others are named, with those that there are. */
function Message(props: FieldProps) {
  useSignals()
  const { name: field } = props.field
  const text = String(props.form.values.value[field] ?? '')
  const unknown = [...new Set(partsOf(text).flatMap(({ part, name, isKnown }) => (name === undefined || isKnown ? [] : part)))]
  return (
    <div className="fld">
      <DrawnField {...props} />
      <Slots
        field={`f-${field}`}
        slots={VARIABLES.map(name => ({ text: `{{${name}}}`, name: words(name), label: words('insert', { name: words(name) }) }))}
      />
      {unknown.length > 0 && (
        <p className="number-note mt-2" role="status">
          <TriangleAlert className="icon icon-sm" aria-hidden />
          <span className="min-w-0 break-words">
            {words(unknown.length > 1 ? 'unknownMany' : 'unknown', { names: unknown.join(', ') })}{' '}
            {words('known', { names: VARIABLES.map(name => `{{${name}}}`).join(', ') })}
          </span>
        </p>
      )}
    </div>
  )
}

function Preview({ form, row }: { form: NounForm; row: QuickMessage | undefined }) {
  useSignals()
  const { message, media } = form.values.value as { message?: string; media?: File | null }
  const text = fillIn(message ?? '', { ticket: { id: 4521 }, contact: { name: words('customer') }, company: companyClock() })
  const chosen = usePicture(media)
  const image = media === undefined && row?.mediaType?.startsWith('image/') ? row.mediaPath : chosen
  return (
    <div className="fld mt-4">
      <div className="lbl">{words('preview')}</div>
      <div className="bubble-box">
        {(text || image) && (
          <div className="sample">
            {image && <img src={image} alt="" />}
            <RichText text={text} />
          </div>
        )}
      </div>
    </div>
  )
}

const CallIt = () => (
  <span className="ml-auto muted t-meta desktop-only">
    {words('inConversation')} <kbd className="kbd">/</kbd>
  </span>
)

/** The sentences that are called up in a conversation: own ones, and those of the company. */
export default crudPage<QuickMessage>({
  api: quickMessageApi,
  body: QuickMessageBody,
  words,
  icon: Zap,
  columns,
  nameOf: row => `/${row.shortcode}`,
  order: (a, b) => (a.shortcode < b.shortcode ? -1 : a.shortcode > b.shortcode ? 1 : a.id - b.id),
  can: { write: row => may('quickMessages:lead') || (isOwn(row) && !row.geral) },
  fields: { message: { draw: Message }, geral: { when: () => may('quickMessages:share') } },
  media: true,
  imports: true,
  after: (form, row) => <Preview form={form} row={row} />,
  filters: switches(
    () => [
      { label: words('mine'), icon: Lock, keep: row => isOwn(row) && !row.geral },
      { label: words('ofAll'), icon: Building2, keep: row => row.geral },
    ],
    CallIt,
  ),
  exports: true,
})
