import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { invalid } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { circuitOf, CLOSED, type Outcome } from '#kernel/storage/circuit'
import { spend as countSpent } from '#kernel/storage/spend'
import { companies } from '../companies'
import { integrations, type Plugins } from '../integrations'
import { queues } from '../queues'
import { allow, toHolders } from '../rights'
import { promptApi } from './api'
import { PromptBody, PromptPatch, TestBody } from './body'
import { prompts as table } from './schema'

type Prompt = typeof table.$inferSelect

/** A key that is never shown again is sent to no address that it was not given for. */
function mustGiveKey(input: { baseUrl?: string | null | undefined; apiKey?: string | null | undefined }, before: Prompt) {
  if (input.baseUrl !== undefined && (input.baseUrl ?? '') !== (before.baseUrl ?? '') && !input.apiKey)
    throw invalid({ apiKey: ['Informe a chave de novo: o endereço mudou'] })
}

/** What a month cost, as clients of the family read it: what was asked and what was answered are not told apart. */
const asCounted = ({ spentTokens }: Prompt) => ({ promptTokens: null, completionTokens: null, totalTokens: spentTokens })

/** How the AI of a company speaks to its customers, with which key, and to which queue it hands them over. */
const base = noun({
  name: 'prompt',
  api: promptApi,
  table,
  scope: { ...ofCompany<Prompt>(table), rooms: toHolders('prompts:write') },
  body: PromptBody,
  patch: PromptPatch,
  pageSize: 20,
  order: 'sort_name, id',
  search: [table.name],
  refs: { queueId: () => queues },
  unique: { name: 'Este nome já está em uso' },
  check: async (_, input, before) => before && mustGiveKey(input, before),
  secrets: { apiKey: 'sealed', voiceKey: 'sealed' },
  rights: { read: allow('prompts:write'), write: allow('prompts:write') },
  async view(ctx, rows) {
    const known = new Map((await queues.all(ctx)).map(queue => [queue.id, queue]))
    return rows.map(row => ({ ...row, ...asCounted(row), queue: row.queueId === null ? null : (known.get(row.queueId) ?? null) }))
  },
})
/** The plugin that answers for prompts. */
const AI = 'openai'
const KEYS = ['apiKey', 'voiceKey'] as const
/** What the plugin is told of a row. */
const TOLD = [
  ...['prompt', 'faq', 'apiKey', 'baseUrl', 'model', 'voice', 'voiceKey', 'voiceRegion', 'temperature'],
  ...['maxTokens', 'maxMessages', 'ticketTokens', 'monthlyTokens', 'queueId'],
]
/** What is not said is left to the plugin. */
const said = (values: Record<string, unknown>) =>
  Object.fromEntries(TOLD.flatMap(key => (values[key] == null || values[key] === '' ? [] : [[key, values[key]]])))

const circuit = circuitOf(table)
const tell = async (ctx: Ctx, id: number) => base.tell(ctx, 'update', await base.load(ctx, id))

/** What the AI is told, its keys opened: for the process of its plugin alone. */
const settingsOf = (ctx: Ctx, prompt: Prompt) =>
  said({ ...prompt, ...Object.fromEntries(KEYS.map(key => [key, prompt[key] && ctx.vault.open(prompt[key])])) })

type Tried = v.InferOutput<typeof TestBody> & { queueId?: number | null }
/** What a try of a prompt is made of, which need not be saved yet; keys that are left empty are those of the row `id`. */
async function tried(ctx: Ctx, { id, ...given }: Tried) {
  const row = id ? await base.load(ctx, id) : undefined
  if (row) mustGiveKey(given, row)
  const stored = row ? settingsOf(ctx, row) : {}
  return { row, type: AI, settings: { ...stored, ...said(given) } }
}

async function tryOut(ctx: Ctx, plugins: Plugins, input: v.InferOutput<typeof TestBody>) {
  const { row, type, settings } = await tried(ctx, input)
  const outcome = await integrations.test(ctx, plugins, { type, settings })
  if (row && outcome.ok) await circuit.close(ctx, row.id, tell)
  return outcome
}

/** Counts what an answer cost, and resolves to all of this month. */
const spend = (ctx: Ctx, prompt: Prompt, tokens: number) =>
  transaction(ctx, async ctx => {
    await integrations.dayBudget.count(ctx, tokens)
    return countSpent(ctx, table, prompt, companies.month(await companies.get(ctx)), tokens)
  })

/** Keeps how the last answer went. */
const note = (ctx: Ctx, id: number, outcome: Outcome) => circuit.note(ctx, id, outcome, tell)

/** Who changes one has mended it. */
const update = (ctx: Ctx, id: number, input: v.InferOutput<typeof PromptPatch>) =>
  transaction(ctx, async ctx => base.tell(ctx, 'update', await base.change(ctx, await base.loadWritable(ctx, id), { ...input, ...CLOSED })))

export const prompts = { ...base, AI, update, settingsOf, tried, admit: circuit.admit, note, spend }
export const promptRoutes = (plugins: Plugins) =>
  router()
    .get('/spending', allow('prompts:write'), async c => c.json(await integrations.dayBudget.state(c.var.ctx)))
    .post('/test', allow('prompts:write'), valid('json', TestBody), async c =>
      c.json(await tryOut(c.var.ctx, plugins, c.req.valid('json'))),
    )
    .route('/', nounRoutes(prompts))

declare module '#kernel/context' {
  interface Events {
    prompt: NounEvent<typeof promptApi, Awaited<ReturnType<typeof prompts.get>>>
  }
}
