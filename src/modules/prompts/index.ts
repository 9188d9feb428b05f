import { and, eq } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
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
const base = noun({
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
/** What the AI is told, its keys opened: for the process of its plugin alone. */
function settingsOf(ctx: Ctx, { apiKey, voiceKey, ...prompt }: Prompt) {
  const opened = (sealed: string | null) => (sealed ? ctx.vault.open(sealed) : '')
  const { prompt: text, voice, voiceRegion, temperature, maxTokens, maxMessages, queueId } = prompt
  const keys = { apiKey: opened(apiKey), voiceKey: opened(voiceKey) }
  return { ...keys, prompt: text, voice, voiceRegion, temperature, maxTokens, maxMessages, queueId }
}

const NOTE_MS = 60_000
const MAX_ERROR = 300
/** Keeps how the last answer went, at most once a minute while nothing changes. */
async function note(ctx: Ctx, { id, lastAt, lastError, updatedAt }: Prompt, error: unknown) {
  const said = error === null ? null : String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR)
  if (said === lastError && lastAt && Date.now() - lastAt.getTime() < NOTE_MS) return
  await transaction(ctx, async ctx => {
    const values = { lastAt: new Date(), lastError: said, updatedAt }
    const [changed] = await ctx.db
      .update(table)
      .set(values)
      .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))
      .returning()
    if (changed) await base.tell(ctx, 'update', changed)
  })
}

export const prompts = { ...base, settingsOf, note }
/** `remove` sees to the queues that it answered for, too; it crosses nouns and so lives in flows/. */
export const promptRoutes = (remove: (ctx: Ctx, id: number) => Promise<void>) => nounRoutes(prompts, { remove })

declare module '#kernel/context' {
  interface Events {
    prompt: NounEvent<typeof promptApi, Awaited<ReturnType<typeof prompts.get>>>
  }
}
