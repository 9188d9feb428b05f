import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { campaignApi } from '../../../../src/modules/campaigns/api'
import { editable, MESSAGE_FIELDS, missingOf, NewCampaign, NUMBERS, openFields } from '../../../../src/modules/campaigns/body'
import { choicesOf, type Campaign, type Kind } from '../../../catalog'
import { keepFile } from '../../../crud/keep-file'
import { sayer } from '../../../crud/words'
import { useRight } from '../../../crud/right'
import { OFFICE_TOAST_MS } from '../../../constants'
import { ApiError, get, post, put } from '../../../kit/api'
import { confirm } from '../../../kit/confirm'
import { Field, TextField } from '../../../kit/field'
import { form } from '../../../kit/form'
import { t } from '../../../kit/i18n'
import { Link } from '../../../kit/link'
import { MediaField } from '../../../kit/media-field'
import { Picker } from '../../../kit/picker'
import { LoadFailed, Skeleton } from '../../../kit/placeholder'
import { toast } from '../../../kit/toast'
import { zoneName } from '../../../kit/zone'
import { companyClock } from '../../../session'
import { wallOf } from '../../schedules/time'
import { CampaignState } from '../state'
import { offlineOf, questionOf, warningOf } from '../holds'
import { words as campaignWords } from '../texts'
import { words } from './texts'
import { mayPlan, start } from '../verbs'
import { type MessageNumber, Messages } from './messages'
import { PaceCard, useEstimate } from './pace-card'
import { Preview } from './preview'
import { TestDialog } from './test-dialog'
import { unknownOf, useVariables } from './variables'

/** Writes one campaign. */
export default function CampaignForm() {
  const { id } = useParams<{ id: string }>()
  /** What the address names: a row, or none yet. A new one that was saved stays on screen under its own address. */
  const [open, setOpen] = useState<{ as: string; row?: Campaign }>()
  const [error, fail] = useState<unknown>()
  const read = () => {
    fail(undefined)
    get<Campaign>(`${campaignApi.path}/${id}/report`).then(row => setOpen({ as: id, row }), fail)
  }
  useEffect(() => {
    if (open?.row && String(open.row.id) === id) return
    setOpen(id === 'new' ? { as: id } : undefined)
    if (id !== 'new') read()
  }, [id])
  if (!useRight('campaigns:use', campaignApi.path)) return null
  if (error) return <LoadFailed what={words('campaignWhat')} retry={read} error={error} back={{ to: '/campaigns', label: words('back') }} />
  if (!open) return <Skeleton rows={6} height={64} avatar={false} />
  return <Writing key={open.as} row={open.row} saved={row => setOpen({ ...open, row })} />
}

function newForm(row: Campaign | undefined, saved: (row: Campaign) => void) {
  /** `waits`: its date is held back until it was said to how many a tag leads. */
  const known = { row, begins: false, waits: false }
  const media = signal<File | null | undefined>(undefined)
  const progress = signal<number>()
  const initial = {
    ...Object.fromEntries(MESSAGE_FIELDS.map(key => [key, row?.[key] ?? ''])),
    name: row?.name ?? '',
    confirmation: row?.confirmation ?? false,
    scheduledAt: row?.scheduledAt ? wallOf(row.scheduledAt) : '',
    whatsappId: row?.whatsappId ?? null,
    contactListId: row?.contactListId ?? null,
    fileListId: row?.fileListId ?? null,
    queueId: row?.queueId ?? null,
    tagListId: null,
  }
  const edited = form(NewCampaign, initial, async body => {
    const { tagListId, ...rest } = body
    const hasFile = media.peek() === undefined ? Boolean(known.row?.mediaPath) : Boolean(media.peek())
    const missing = missingOf({ ...body, contactListId: body.contactListId ?? tagListId ?? null, mediaPath: hasFile ? 'media' : null })
    if ((known.begins || known.waits) && missing.length)
      throw new ApiError(400, { ...INCOMPLETE, details: Object.fromEntries(missing.map(field => [field, ['Obrigatório']])) })
    // As the field says it: what has no zone is on the company's clock.
    const given = { ...rest, scheduledAt: (!known.waits && body.scheduledAt) || null }
    const open = known.row?.status === 'CANCELADA' ? openFields(known.row) : undefined
    const sent = open ? Object.fromEntries(open.map(key => [key, given[key]])) : given
    known.row = known.row
      ? await put<Campaign>(`${campaignApi.path}/${known.row.id}`, sent)
      : await post<Campaign>(campaignApi.path, { ...given, ...(tagListId && { tagListId }) })
    // A tag was made a list, which is the campaign's from now on.
    if (tagListId) {
      edited.set('contactListId', known.row.contactListId)
      edited.set('tagListId', null)
    }
    const address = `${campaignApi.path}/${known.row.id}`
    if (media.peek() !== undefined) {
      await keepFile(address, media.peek(), progress)
      known.row = await get<Campaign>(`${address}/report`)
    }
    media.value = undefined
    saved(known.row)
  })
  return { edited, media, progress, known }
}
const INCOMPLETE = { error: 'ERR_CAMPAIGN_INCOMPLETE', code: 'ERR_CAMPAIGN_INCOMPLETE' }
/** Fields that choose a row, and how each is called. */
const PICKED = { whatsappId: 'connectionLabel', contactListId: 'list', fileListId: 'fileList', queueId: 'queue' } as const

export type Edited = ReturnType<typeof newForm>['edited']

function Writing({ row, saved }: { row: Campaign | undefined; saved: (row: Campaign) => void }) {
  useSignals()
  const [{ edited, media, progress, known }] = useState(() => newForm(row, saved))
  const [message, show] = useState<MessageNumber>(1)
  const [isTesting, test] = useState(false)
  const { values, errors, busy, dirty } = edited
  const now = values.value
  const which = row ? editable(row) : 'all'
  const isWithoutNumber = which === 'messages' && row?.whatsappId === null
  const estimated = useEstimate(now, row?.id)
  const isDirty = dirty.value || media.value !== undefined
  const stored = row?.mediaPath ? { name: row.mediaName ?? '', address: row.mediaPath, type: row.mediaType ?? '' } : undefined
  const variables = useVariables()
  const warning = [unknownOf(now, variables), warningOf(estimated?.number)].filter(Boolean).join(' ')
  const save = async ({ isBegun = false } = {}) => {
    if (busy.peek()) return edited.submit()
    const isNew = !known.row
    const isPlanned = Boolean(now.scheduledAt) && which === 'all' && !isBegun
    const waits = isPlanned && isNew && Boolean(now.tagListId)
    if (!waits && isPlanned && warning && !(await confirm(questionOf(String(now.name), warning, 'plan')))) return false
    Object.assign(known, { begins: isBegun, waits })
    const isSaved = await edited.submit()
    known.waits = false
    if (!isSaved) {
      const refused = NUMBERS.find(n => errors.value[`message${n}`] || errors.value[`confirmationMessage${n}`])
      if (refused) show(refused)
      return false
    }
    if (waits) {
      const values = edited.values.peek()
      edited.reset({ ...values, scheduledAt: '' })
      edited.set('scheduledAt', now.scheduledAt)
    }
    const isThere = !waits || ((await mayPlan(known.row!, String(now.scheduledAt))) && (await edited.submit()))
    toast.ok(words(known.row?.status === 'PROGRAMADA' ? 'savedPlanned' : 'savedInactive'), OFFICE_TOAST_MS)
    if (isNew && known.row) navigate(`/campaigns/${known.row.id}`, { replace: true })
    return isThere
  }
  const begin = async () => {
    if ((isDirty || !known.row || missingOf(known.row).length) && !(await save({ isBegun: true }))) return
    const begun = known.row!
    if (!(await start(begun))) return
    toast.ok(words('started'), OFFICE_TOAST_MS)
    navigate(`/campaign/${begun.id}/report`)
  }
  /** What is sent is what is stored. A date is a decision of its own: what would be planned by it is saved by hand. */
  const tryOut = async () => {
    const isOtherDate = now.scheduledAt !== (known.row?.scheduledAt ? wallOf(known.row.scheduledAt) : '')
    if (isOtherDate) return toast.bad(words('testSaveFirst'), OFFICE_TOAST_MS)
    if ((known.row && !isDirty) || (await save())) test(true)
  }
  const pick = (name: keyof typeof PICKED, of: Kind, none: string) => (
    <Picker
      id={`f-${name}`}
      label={words(PICKED[name])}
      choices={choicesOf(of)}
      chosen={now[name] ? [Number(now[name])] : []}
      change={([id]) => edited.set(name, id ?? null)}
      none={none}
      isInvalid={Boolean(errors.value[name])}
    />
  )
  return (
    <form
      className="page campaign-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <header className="page-head">
        <Link href="/campaigns" className="btn btn-icon" aria-label={words('back')} data-tip={words('back')}>
          <ChevronLeft className="icon" aria-hidden />
        </Link>
        <h1 className="clip">{row?.name ?? sayer(campaignWords)('new')}</h1>
        {row && <CampaignState campaign={row} />}
        <div className="acts">
          <button type="button" className="btn btn-plain" onClick={() => void tryOut()}>
            <Send className="icon icon-sm" aria-hidden />
            {words('test')}
          </button>
        </div>
      </header>
      <div className="page-body">
        <div className="campaign-cols">
          <div className="campaign-text">
            {row && which !== 'all' && (
              <p className="banner mb-5" role="note">
                {words.find(`locked.${row.status}`)}
                {isWithoutNumber && ` ${words('numberGone')}`}
              </p>
            )}
            <section>
              <h2>{words('identity')}</h2>
              <div className="pair">
                <fieldset disabled={which !== 'all'}>
                  <TextField label={words('name')} maxLength={50} error={errors.value['name']} {...edited.field('name')} />
                </fieldset>
                <fieldset disabled={which !== 'all' && !isWithoutNumber}>
                  <Field id="f-whatsappId" label={words('connectionLabel')} error={errors.value['whatsappId']}>
                    {pick('whatsappId', 'connections', words('connectionNone'))}
                  </Field>
                </fieldset>
              </div>
            </section>
            <Messages edited={edited} shown={message} show={show} isLocked={which === 'nothing'} />
            <fieldset disabled={which === 'nothing'}>
              <MediaField
                label={words('media')}
                stored={stored}
                value={media.value}
                change={file => (media.value = file)}
                part={progress.value}
              />
            </fieldset>
            <fieldset disabled={which !== 'all'}>
              <Field id="f-fileListId" label={words('fileList')} help={words('fileListHelp')} error={errors.value['fileListId']} optional>
                {pick('fileListId', 'file_lists', words('fileListNone'))}
              </Field>
              <h2>{words('audience')}</h2>
              <div className="pair">
                <Field id="f-contactListId" label={words('list')} error={errors.value['contactListId']}>
                  {pick('contactListId', 'contact_lists', words('listNone'))}
                </Field>
                {!row && (
                  <Field id="f-tagListId" label={words('tag')} help={words('tagHelp')} optional>
                    <Picker
                      id="f-tagListId"
                      label={words('tag')}
                      choices={choicesOf('tags')}
                      chosen={now.tagListId ? [Number(now.tagListId)] : []}
                      change={([id]) => edited.set('tagListId', id ?? null)}
                      none={words('tagNone')}
                    />
                  </Field>
                )}
              </div>
              <h2>{words('when')}</h2>
              <div className="pair">
                <TextField
                  type="datetime-local"
                  label={words('scheduledAt')}
                  help={`${words('scheduledAtHelp')} ${words('clock', { zone: zoneName(companyClock().timeZone) })}`}
                  optional
                  error={errors.value['scheduledAt']}
                  {...edited.field('scheduledAt')}
                />
                <Field id="f-queueId" label={words('queue')} help={words('queueHelp')} error={errors.value['queueId']}>
                  {pick('queueId', 'queues', words('queueNone'))}
                </Field>
              </div>
            </fieldset>
          </div>
          <aside>
            <Preview values={now} message={message} media={media.value} stored={stored} />
            {which === 'all' && <PaceCard estimated={estimated} hasList={Boolean(now.contactListId)} offline={offlineOf(now.whatsappId)} />}
          </aside>
        </div>
      </div>
      {which !== 'nothing' && (
        <footer className="form-foot">
          {isDirty && <span className="mr-auto faint t-meta">{t('common.unsaved')}</span>}
          {which === 'all' && (
            <button type="button" className="btn btn-plain" onClick={() => void begin()}>
              {words('start')}
            </button>
          )}
          <button type="submit" className="btn btn-primary" aria-busy={busy.value}>
            {busy.value && <span className="loading loading-spinner" style={{ width: 14 }} />}
            {which === 'messages' ? t('common.save') : words(now.scheduledAt ? 'plan' : 'saveInactive')} <kbd className="kbd">Ctrl</kbd>
            <kbd className="kbd">↵</kbd>
          </button>
        </footer>
      )}
      {isTesting && row && <TestDialog id={row.id} message={message} close={() => test(false)} />}
    </form>
  )
}
