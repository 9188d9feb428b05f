import * as v from 'valibot'
import { labelled, required, text } from '../kit/labelled'

export const WRITTEN = 'texto'
/** Of Azure, in Brazilian Portuguese. */
const SPEAKERS = [
  ...['Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto', 'Julio', 'Leila', 'Leticia'],
  ...['Manuela', 'Nicolau', 'Valerio', 'Yara'],
]
/** Of OpenAI itself. */
const OWN_VOICES = ['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse']
export const VOICES = [WRITTEN, ...SPEAKERS.map(name => `pt-BR-${name}Neural`), ...OWN_VOICES]

const whole = (min: number, max: number) => v.pipe(v.number('number'), v.integer('number'), v.minValue(min), v.maxValue(max))

const limit: [pt: string, en: string, es: string] = [
  'Depois deles, uma pessoa assume. 0 é sem limite.',
  'After them a person takes over. 0 is without a limit.',
  'Después de ellos sigue una persona. 0 es sin límite.',
]

export const settings = v.object({
  apiKey: labelled(required(500), ['Chave da API'], ['API key'], ['Clave de la API'], { secret: true }),
  prompt: labelled(
    required(10_000),
    ['Instruções', 'Como a IA fala com os clientes, e do que ela cuida.'],
    ['Instructions', 'How the AI speaks to customers, and what it sees to.'],
    ['Instrucciones', 'Cómo habla la IA con los clientes, y de qué se ocupa.'],
    { multiline: true },
  ),
  faq: v.optional(
    labelled(
      text(20_000),
      ['Perguntas frequentes', 'Perguntas e respostas da empresa. A IA responde com elas.'],
      ['Frequent questions', 'The company’s questions and answers. The AI answers with them.'],
      ['Preguntas frecuentes', 'Preguntas y respuestas de la empresa. La IA responde con ellas.'],
      { multiline: true },
    ),
    '',
  ),
  model: v.optional(labelled(text(100), ['Modelo'], ['Model'], ['Modelo']), 'gpt-5.4-mini'),
  baseUrl: v.optional(
    labelled(
      v.pipe(text(500), v.url('address'), v.regex(/^https?:\/\//, 'address')),
      ['Endereço do provedor', 'Só para outro provedor que fale como a OpenAI.'],
      ['Address of the provider', 'Only for another provider that speaks as OpenAI does.'],
      ['Dirección del proveedor', 'Solo para otro proveedor que hable como OpenAI.'],
    ),
    'https://api.openai.com/v1',
  ),
  temperature: v.optional(
    labelled(
      v.pipe(v.number('number'), v.minValue(0), v.maxValue(2)),
      ['Criatividade', 'De 0, exata, a 2, solta.'],
      ['Creativity', 'From 0, exact, to 2, loose.'],
      ['Creatividad', 'De 0, exacta, a 2, suelta.'],
    ),
    1,
  ),
  maxTokens: v.optional(
    labelled(whole(1, 100_000), ['Limite de tokens da resposta'], ['Token limit of an answer'], ['Límite de tokens de la respuesta']),
    300,
  ),
  maxMessages: v.optional(labelled(whole(1, 100), ['Mensagens no histórico'], ['Messages of history'], ['Mensajes del historial']), 10),
  queueId: v.optional(
    labelled(
      whole(1, Number.MAX_SAFE_INTEGER),
      ['Fila', 'Para onde vai quem precisa de uma pessoa.'],
      ['Queue', 'Where people go who need a person.'],
      ['Cola', 'Adónde va quien necesita a una persona.'],
      { reference: 'queues' },
    ),
  ),
  voice: v.optional(
    labelled(
      v.picklist(VOICES),
      ['Resposta', 'Escrita (texto), ou falada por uma voz.'],
      ['Answer', 'Written (texto), or spoken by a voice.'],
      ['Respuesta', 'Escrita (texto), o hablada por una voz.'],
    ),
    WRITTEN,
  ),
  voiceKey: v.optional(
    labelled(
      text(500),
      ['Chave da voz', 'Do Azure, para as vozes pt-BR.'],
      ['Voice key', 'Of Azure, for the voices pt-BR.'],
      ['Clave de la voz', 'De Azure, para las voces pt-BR.'],
      { secret: true },
    ),
    '',
  ),
  voiceRegion: v.optional(
    labelled(
      text(60),
      ['Região da voz', 'Como brazilsouth.'],
      ['Voice region', 'Such as brazilsouth.'],
      ['Región de la voz', 'Como brazilsouth.'],
    ),
    '',
  ),
  ticketTokens: v.optional(
    labelled(
      whole(0, 999_999_999),
      ['Tokens por conversa', limit[0]],
      ['Tokens a conversation', limit[1]],
      ['Tokens por conversación', limit[2]],
    ),
    100_000,
  ),
  monthlyTokens: v.optional(
    labelled(whole(0, 999_999_999), ['Tokens por mês', limit[0]], ['Tokens a month', limit[1]], ['Tokens por mes', limit[2]]),
    0,
  ),
})
export type Settings = v.InferOutput<typeof settings>
