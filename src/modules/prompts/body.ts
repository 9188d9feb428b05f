import * as v from 'valibot'
import { Decimal, OrEmpty, Required, RequiredLong, RequiredRef, RequiredWhole, Secret, Text } from '#kernel/fields'

/** Who speaks, of the provider's voices in Brazilian Portuguese. */
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
/** Answers are written. */
export const WRITTEN = 'texto'
const VOICES = [WRITTEN, ...SPEAKERS.map(name => `pt-BR-${name}Neural` as const)]

const Key = Secret(500)
const example = 'Você atende os clientes de um provedor de internet. Responda em frases curtas.'

export const PromptBody = v.object({
  name: v.pipe(Required(100), v.minLength(5, 'Too Short!')),
  queueId: RequiredRef('queues', 'Informe o setor'),
  prompt: v.pipe(RequiredLong(10_000), v.minLength(50, 'Too Short!'), v.metadata({ rows: 10, examples: [example] })),
  apiKey: Key,
  voice: v.optional(v.picklist(VOICES), WRITTEN),
  voiceKey: v.optional(v.nullable(OrEmpty(Key))),
  voiceRegion: v.optional(Text(60)),
  temperature: v.optional(Decimal(0, 2), 1),
  maxTokens: v.optional(RequiredWhole(1, 100_000), 100),
  maxMessages: v.optional(RequiredWhole(1, 100), 10),
})

/** What changes of one; a key that is left empty stays as it is. */
export const PromptPatch = v.object({ ...v.partial(PromptBody).entries, apiKey: v.optional(OrEmpty(Key)) })
