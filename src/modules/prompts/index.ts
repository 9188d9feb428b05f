import type { Ctx } from '#kernel/context'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { queues } from '../queues'
import { allow, toHolders } from '../rights'
import { promptApi } from './api'
import { PromptBody, PromptPatch } from './body'
import { prompts as table } from './schema'

export type Prompt = typeof table.$inferSelect

/** How the AI of a company speaks to its customers, with which key, and to which queue it hands them over. */
export const prompts = noun({
  name: 'prompt',
  api: promptApi,
  table,
  scope: { ...ofCompany<Prompt>(table), rooms: toHolders('prompts:write') },
  body: PromptBody,
  patch: PromptPatch,
  pageSize: 20,
  order: 'name, id',
  search: [table.name],
  refs: { queueId: () => queues },
  unique: { name: 'Este nome já está em uso' },
  sealed: ['apiKey', 'voiceKey'],
  rights: { read: allow('prompts:write'), write: allow('prompts:write') },
  async view(ctx, rows) {
    const known = new Map((await queues.all(ctx)).map(queue => [queue.id, queue]))
    return rows.map(row => ({ ...row, queue: row.queueId === null ? null : (known.get(row.queueId) ?? null) }))
  },
})
/** `remove` crosses nouns and so lives in flows/. */
export const promptRoutes = (remove: (ctx: Ctx, id: number) => Promise<void>) => nounRoutes(prompts, { remove })

declare module '#kernel/context' {
  interface Events {
    prompt: NounEvent<typeof promptApi, Awaited<ReturnType<typeof prompts.get>>>
  }
}
