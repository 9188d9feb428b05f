import { effect } from '@preact/signals-react'
import type { NounApi } from '../src/kernel/noun/api'
import type { campaigns } from '../src/modules/campaigns'
import { campaignApi } from '../src/modules/campaigns/api'
import type { connections } from '../src/modules/connections'
import { connectionApi } from '../src/modules/connections/api'
import type { contactLists } from '../src/modules/contact-lists'
import { contactListApi } from '../src/modules/contact-lists/api'
import type { files } from '../src/modules/files'
import { fileApi } from '../src/modules/files/api'
import type { integrations } from '../src/modules/integrations'
import { integrationApi } from '../src/modules/integrations/api'
import type { plans } from '../src/modules/plans'
import { planApi } from '../src/modules/plans/api'
import type { prompts } from '../src/modules/prompts'
import { promptApi } from '../src/modules/prompts/api'
import type { queues } from '../src/modules/queues'
import { queueApi } from '../src/modules/queues/api'
import type { quickMessages } from '../src/modules/quick-messages'
import { quickMessageApi } from '../src/modules/quick-messages/api'
import type { Right } from '../src/modules/rights'
import type { tags } from '../src/modules/tags'
import { tagApi } from '../src/modules/tags/api'
import type { users } from '../src/modules/users'
import { userApi } from '../src/modules/users/api'
import { type Collection, collection } from './kit/collection'
import type { Json, RowOf } from './kit/rows'
import { may, user } from './session'

export type Connection = Json<Awaited<ReturnType<typeof connections.all>>[number]>
export type Campaign = RowOf<typeof campaigns>
export type ContactList = RowOf<typeof contactLists>
type FileList = RowOf<typeof files>
export type Integration = RowOf<typeof integrations>
export type Plan = RowOf<typeof plans>
type Prompt = RowOf<typeof prompts>
export type Queue = RowOf<typeof queues>
export type QuickMessage = RowOf<typeof quickMessages>
export type Tag = RowOf<typeof tags>
type Colleague = Json<Awaited<ReturnType<typeof users.all>>[number]>

type Kinds = {
  campaigns: Campaign
  connections: Connection
  contact_lists: ContactList
  file_lists: FileList
  integrations: Integration
  plans: Plan
  prompts: Prompt
  queues: Queue
  quickMessages: QuickMessage
  tags: Tag
  users: Colleague
}
export type Kind = keyof Kinds

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
/** There is one default among the connections. */
const oneDefault = (rows: Connection[], changed: Connection) =>
  changed.isDefault ? rows.map(row => (row.isDefault && row.id !== changed.id ? { ...row, isDefault: false } : row)) : rows

/** The same noun, all rows at once. */
const whole = (api: NounApi, path: NounApi['path'] = `${api.path}/list`) => ({ ...api, path, rows: null })

const made: { [K in Kind]: () => Collection<Kinds[K]> } = {
  campaigns: () => collection<Campaign>({ api: whole(campaignApi), order: byName }),
  connections: () =>
    collection<Connection>({
      api: connectionApi,
      query: () => ({ session: 0 }),
      order: (a, b) => a.id - b.id,
      alsoOn: { whatsappSession: 'session' },
      settle: oneDefault,
    }),
  contact_lists: () => collection<ContactList>({ api: whole(contactListApi), order: byName }),
  file_lists: () => collection<FileList>({ api: whole(fileApi), order: byName }),
  integrations: () => collection<Integration>({ api: integrationApi, order: byName }),
  plans: () => collection<Plan>({ api: whole(planApi, '/plans/all'), order: byName }),
  prompts: () => collection<Prompt>({ api: whole(promptApi), order: byName }),
  queues: () => collection<Queue>({ api: queueApi, order: (a, b) => (a.orderQueue ?? 0) - (b.orderQueue ?? 0) || a.id - b.id }),
  quickMessages: () => collection<QuickMessage>({ api: whole(quickMessageApi), order: (a, b) => a.shortcode.localeCompare(b.shortcode) }),
  tags: () => collection<Tag>({ api: whole(tagApi), order: byName }),
  users: () => collection<Colleague>({ api: whole(userApi), order: byName }),
}
/** Who may not read a kind is offered none of it. */
const RIGHTS: Partial<Record<Kind, Right>> = {
  campaigns: 'campaigns:use',
  contact_lists: 'campaigns:use',
  integrations: 'integrations:write',
  plans: 'plans:write',
  prompts: 'prompts:write',
}
const mayRead = (kind: Kind) => !RIGHTS[kind] || may(RIGHTS[kind])
const RETRY_MS = 5_000
const askedAt = new Map<Kind, number>()
const known: Partial<{ [K in Kind]: Collection<Kinds[K]> }> = {}

/**
 * The one cache of what is chosen from everywhere: asked for once, when it is first needed, and live from then on. One that could not
 * be read is asked for again by whoever needs it next.
 */
export function catalog<K extends Kind>(kind: K): Collection<Kinds[K]> {
  const kept = known[kind] as Collection<Kinds[K]> | undefined
  const list = kept ?? made[kind]()
  if (!kept) {
    known[kind] = list as (typeof known)[K]
    list.follow()
  }
  const isDue = Date.now() - (askedAt.get(kind) ?? 0) > RETRY_MS
  if (isDue && mayRead(kind) && !list.loaded.peek() && !list.loading.peek()) {
    askedAt.set(kind, Date.now())
    queueMicrotask(() => void loadAll(list))
  }
  return list
}
/** Once its rows are there, or cannot be read. */
export async function settled(kind: Kind) {
  const { loaded, failed } = catalog(kind)
  // One that failed before is asked for again by now.
  await new Promise<void>(queueMicrotask)
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = effect(() => void ((loaded.value || failed.value || !mayRead(kind)) && resolve()))
  await promise
  stop()
}
async function loadAll({ reload, more, hasMore, failed }: Pick<Collection<{ id: number }>, 'reload' | 'more' | 'hasMore' | 'failed'>) {
  await reload()
  while (hasMore.peek() && !failed.peek()) await more()
}

/** A row of any catalogue as it is chosen: its name, and its colour when it has one. */
export type Choice = { id: number; name: string; color?: string }
/** Whoever runs the installation is told the plans of resellers too, which are chosen for their companies alone. */
const isOwn = ({ resellerId }: { resellerId?: number | null }) => resellerId === undefined || resellerId === user.value?.company.resellerId
export const choicesOf = (kind: Kind): Choice[] =>
  (catalog(kind).items.value as (Choice & { shortcode?: string; resellerId?: number | null })[])
    .filter(isOwn)
    .map(({ id, name, shortcode, color }) => ({
      id,
      name: name ?? shortcode,
      color,
    }))
