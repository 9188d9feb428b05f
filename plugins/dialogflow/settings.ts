import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import { labelled, required, text } from '../kit/labelled'

const LANGUAGES = { 'pt-BR': 'Português (Brasil)', en: 'English', es: 'Español' } as const
const TOKEN_URL = 'https://oauth2.googleapis.com/token'

const Credential = v.object({
  type: v.literal('service_account'),
  client_email: v.pipe(v.string(), v.email()),
  private_key: v.string(),
  private_key_id: v.optional(v.string()),
  // Signed words are for Google alone, whatever a file says.
  token_uri: v.optional(v.literal(TOKEN_URL), TOKEN_URL),
})
export type Credential = v.InferOutput<typeof Credential>

/** A service account as Google hands it out; undefined when a text is none. */
export function credentialOf(json: string): Credential | undefined {
  try {
    return v.parse(Credential, JSON.parse(json))
  } catch {
    return undefined
  }
}

function hasKey(json: string) {
  try {
    return createPrivateKey(credentialOf(json)!.private_key).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Named as the clients of this family know them, but the last four. */
export const settings = v.object({
  projectName: labelled(
    v.pipe(required(100), v.regex(/^[a-z][a-z\d-]{4,98}[a-z\d]$/, 'dialogflowProject')),
    ['Projeto', 'O “project_id” do console do Dialogflow.'],
    ['Project', 'The “project_id” of the Dialogflow console.'],
    ['Proyecto', 'El “project_id” de la consola de Dialogflow.'],
  ),
  language: labelled(v.picklist(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[], 'Required'), ['Idioma'], ['Language'], ['Idioma'], {
    options: LANGUAGES,
  }),
  jsonContent: labelled(
    v.pipe(
      required(20_000),
      v.check(json => credentialOf(json) !== undefined, 'serviceAccount'),
      v.check(json => credentialOf(json) === undefined || hasKey(json), 'serviceAccountKey'),
    ),
    ['Credencial (JSON)', 'O arquivo de chave da conta de serviço, inteiro. É guardado cifrado e só vai para o Google.'],
    ['Credential (JSON)', 'The whole key file of the service account. It is stored encrypted and goes to Google alone.'],
    ['Credencial (JSON)', 'El archivo de clave de la cuenta de servicio, entero. Se guarda cifrado y solo va a Google.'],
    { secret: true, multiline: true },
  ),
  region: v.optional(
    labelled(
      v.pipe(text(40), v.regex(/^([a-z]+-[a-z]+\d{1,2})?$/, 'dialogflowRegion')),
      ['Região', 'Onde o agente está, como southamerica-east1. Em branco, global.'],
      ['Region', 'Where the agent is, such as southamerica-east1. Left empty, global.'],
      ['Región', 'Dónde está el agente, como southamerica-east1. En blanco, global.'],
    ),
    '',
  ),
  maxMisses: v.optional(
    labelled(
      v.pipe(v.number('number'), v.integer('number'), v.minValue(0), v.maxValue(100)),
      ['Tentativas sem entender', 'Depois delas, uma pessoa assume. 0 é sem limite.'],
      ['Tries without understanding', 'After them a person takes over. 0 is without a limit.'],
      ['Intentos sin entender', 'Después de ellos sigue una persona. 0 es sin límite.'],
    ),
    2,
  ),
  queueId: v.optional(
    labelled(
      v.pipe(v.number('number'), v.integer('number'), v.minValue(1)),
      ['Fila de quem não foi entendido', 'Para onde vai quem precisa de uma pessoa. Em branco, fica na fila em que está.'],
      ['Queue of who was not understood', 'Where people go who need a person. Left empty, they stay in the queue where they are.'],
      ['Cola de quien no fue entendido', 'Adónde va quien necesita a una persona. En blanco, sigue en la cola en que está.'],
      { reference: 'queues' },
    ),
  ),
  closesAtEnd: v.optional(
    labelled(
      v.boolean(),
      ['Encerrar o atendimento no fim da conversa', 'Desligado, uma pessoa assume quando o agente dá a conversa por terminada.'],
      ['Close the ticket at the end of the conversation', 'When off, a person takes over once the agent calls the conversation finished.'],
      ['Cerrar la atención al final de la conversación', 'Apagado, una persona asume cuando el agente da la conversación por terminada.'],
    ),
    true,
  ),
})
export type Settings = v.InferOutput<typeof settings>
