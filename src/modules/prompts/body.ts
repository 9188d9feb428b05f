import * as v from 'valibot'
import { Reference } from '#kernel/ids'
import {
  Address,
  Count,
  Decimal,
  LongText,
  OrEmpty,
  Required,
  RequiredLong,
  RequiredRef,
  RequiredWhole,
  Secret,
  Text,
} from '#kernel/fields'

/** Who speaks, of Azure's voices in Brazilian Portuguese. */
export const SPEAKERS = [
  'Francisca',
  'Antonio',
  'Brenda',
  'Donato',
  'Elza',
  'Fabio',
  'Giovanna',
  'Humberto',
  'Julio',
  'Leila',
  'Leticia',
  'Manuela',
  'Nicolau',
  'Valerio',
  'Yara',
] as const
/** The voices of the provider that answers, which need no key of their own. */
export const OWN_VOICES = ['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse'] as const
/** Answers are written. */
const WRITTEN = 'texto'
export const VOICES = [WRITTEN, ...SPEAKERS.map(name => `pt-BR-${name}Neural` as const), ...OWN_VOICES]

const Key = Secret(500)
const example = 'Você atende os clientes de um provedor de internet. Responda em frases curtas.'

export const PromptBody = v.object({
  name: v.pipe(Required(100), v.minLength(5, 'Too Short!')),
  apiKey: Key,
  prompt: v.pipe(RequiredLong(10_000), v.minLength(50, 'Too Short!'), v.metadata({ rows: 10, examples: [example] })),
  faq: v.optional(v.pipe(LongText(20_000), v.metadata({ rows: 6 }))),
  queueId: RequiredRef('queues', 'Informe o setor'),
  voice: v.optional(v.picklist(VOICES), WRITTEN),
  voiceKey: v.optional(v.nullable(OrEmpty(Key))),
  voiceRegion: v.optional(Text(60)),
  temperature: v.optional(Decimal(0, 2), 1),
  maxTokens: v.optional(RequiredWhole(1, 100_000), 100),
  maxMessages: v.optional(RequiredWhole(1, 100), 10),
  ticketTokens: v.optional(Count(999_999_999), 100_000),
  monthlyTokens: v.optional(Count(999_999_999), 0),
  model: v.optional(Text(100)),
  baseUrl: Address(),
})

/** What changes of one; a key that is left empty stays as it is. */
export const PromptPatch = v.object({ ...v.partial(PromptBody).entries, apiKey: v.optional(OrEmpty(Key)) })

const { name: _, queueId: __, ...tried } = PromptPatch.entries
/** A try without saving, which needs no name and leads nowhere; `id` lends the stored keys to fields left empty. */
export const TestBody = v.object({ ...tried, id: Reference })
