import { useSignals } from '@preact/signals-react/runtime'
import { Gauge, Info, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { prompts } from '../../../src/modules/prompts'
import { promptApi } from '../../../src/modules/prompts/api'
import { PromptBody, PromptPatch, SPEAKERS } from '../../../src/modules/prompts/body'
import type { TalkStep } from '../../../src/modules/ticket-bots'
import type { NounForm } from '../../crud/fields'
import { crudPage } from '../../crud/page'
import { get } from '../../kit/api'
import type { Collection } from '../../kit/collection'
import { toastError } from '../../kit/errors'
import { number } from '../../kit/i18n'
import type { RowOf } from '../../kit/rows'
import { byName } from '../../kit/folded'
import { RobotState } from '../integrations/robot-state'
import { Outcome, TestButton, tried, useTrial } from '../integrations/trial'
import { TalkToRobot } from '../try-out/try-out'
import { words } from './texts'

type Prompt = RowOf<typeof prompts>

const PROVIDER = 'https://platform.openai.com'
const LINKS = { usage: '/usage', billing: '/settings/organization/billing/overview', keys: '/api-keys' } as const

/** The free credit of the provider is soon used up. */
const Credit = () => (
  <div className="banner" role="note">
    <Info className="icon" aria-hidden />
    <span>
      {words('credit')}{' '}
      {Object.entries(LINKS).map(([name, path]) => (
        <a key={name} className="link-b mr-3 whitespace-nowrap" href={PROVIDER + path} target="_blank" rel="noopener noreferrer">
          {words.find(name)}
        </a>
      ))}
    </span>
  </div>
)

/** What all AI of the company cost today, beside its limit; read again when a row tells that it answered. */
function Today({ list }: { list: Collection<Prompt> }) {
  useSignals()
  const [spent, set] = useState<{ tokens: number; limit: number }>()
  const answered = list.items.value.map(({ spentTokens, lastAt, lastError }) => [spentTokens, lastAt, lastError].join()).join(' ')
  useEffect(() => void get<{ tokens: number; limit: number }>('/prompt/spending').then(set, toastError), [answered])
  if (!spent || (!spent.tokens && !spent.limit)) return null
  const { tokens, limit } = spent
  const said = !limit ? 'today' : tokens < limit ? 'todayOf' : 'todayOver'
  const text = words(said, { tokens: number(tokens), limit: number(limit) })
  if (said !== 'todayOver')
    return (
      <p className="t-meta muted tnum" style={{ margin: 0, padding: '0 clamp(16px, 2vw, 24px) 12px' }} role="status">
        {text}
      </p>
    )
  return (
    <div className="banner" role="status">
      <Gauge className="icon" aria-hidden />
      <span>{text}</span>
    </div>
  )
}

const isOfAzure = ({ voice }: Record<string, unknown>) => SPEAKERS.some(name => voice === `pt-BR-${name}Neural`)

/** Tries what is in the form before it is saved. */
function Trial({ form, id }: { form: NounForm; id: number | undefined }) {
  const trial = useTrial(() => tried(form.errors, '/prompt/test', { ...form.values.peek(), id }))
  return (
    <>
      <TestButton {...trial} className="mt-4" />
      <Outcome {...trial} />
      <TalkToRobot send={said => tried<TalkStep>(form.errors, '/bots/talk/prompt', { ...form.values.peek(), id, ...said })} />
    </>
  )
}

/** How the AI of the company answers, by which key, and who takes over from it. */
export default crudPage<Prompt>({
  api: promptApi,
  body: PromptBody,
  patch: PromptPatch,
  words,
  icon: Sparkles,
  columns: ({ name, queueId, maxTokens }) => [
    name!,
    queueId!,
    maxTokens!,
    { id: 'state', head: words('state'), className: 'wide', cell: row => <RobotState {...row} /> },
  ],
  nameOf: row => row.name,
  order: byName,
  right: 'prompts:write',
  notice: list => (
    <>
      <Today list={list} />
      <Credit />
    </>
  ),
  tall: true,
  fields: { voiceKey: { when: isOfAzure }, voiceRegion: { when: isOfAzure } },
  after: (form, row) => <Trial form={form} id={row?.id} />,
})
