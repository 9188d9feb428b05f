import * as v from 'valibot'
import { labelled, required, text } from '../kit/labelled'

const keyword = text(200)
const words = text(5_000)
const count = v.pipe(v.number('number'), v.integer('number'), v.minValue(0), v.maxValue(999_999_999))

/** Named, and preset, as the clients of this family know them. */
export const settings = v.object({
  urlN8N: labelled(
    v.pipe(required(2000), v.url('address'), v.regex(/^https?:\/\//, 'address')),
    ['Endereço', 'Do servidor do Typebot, como https://typebot.io.'],
    ['Address', 'Of the Typebot server, such as https://typebot.io.'],
    ['Dirección', 'Del servidor de Typebot, como https://typebot.io.'],
  ),
  typebotSlug: labelled(
    required(200),
    ['Nome público do fluxo', 'O fim do endereço em que o fluxo foi publicado.'],
    ['Public name of the flow', 'The end of the address at which the flow is published.'],
    ['Nombre público del flujo', 'El final de la dirección en la que se publicó el flujo.'],
  ),
  typebotExpires: v.optional(
    labelled(
      count,
      ['Validade da conversa, em minutos', 'Depois de tanto tempo sem mensagem o fluxo recomeça. 0 é nunca.'],
      ['Validity of the conversation, in minutes', 'After so long without a message the flow starts again. 0 is never.'],
      ['Validez de la conversación, en minutos', 'Tras tanto tiempo sin mensajes el flujo vuelve a empezar. 0 es nunca.'],
    ),
    1,
  ),
  typebotDelayMessage: v.optional(
    labelled(
      count,
      ['Pausa antes de cada mensagem, em milissegundos', 'Mostra “digitando…”. Uma resposta leva no máximo 25 segundos.'],
      ['Pause before each message, in milliseconds', 'Shows “typing…”. An answer takes 25 seconds at most.'],
      ['Pausa antes de cada mensaje, en milisegundos', 'Muestra “escribiendo…”. Una respuesta tarda como máximo 25 segundos.'],
    ),
    1000,
  ),
  typebotKeywordFinish: v.optional(
    labelled(
      keyword,
      ['Palavra que encerra', 'Quando o cliente a escreve, o atendimento é encerrado.'],
      ['Word that closes', 'When the customer writes it, the ticket is closed.'],
      ['Palabra que cierra', 'Cuando el cliente la escribe, se cierra la atención.'],
    ),
    '',
  ),
  typebotKeywordRestart: v.optional(
    labelled(
      keyword,
      ['Palavra que recomeça', 'Depois dela, a próxima mensagem começa o fluxo de novo.'],
      ['Word that starts again', 'After it, the next message starts the flow anew.'],
      ['Palabra que reinicia', 'Después de ella, el próximo mensaje empieza el flujo de nuevo.'],
    ),
    '',
  ),
  typebotUnknownMessage: v.optional(
    labelled(
      words,
      ['Mensagem quando não entende', 'Dita quando o fluxo recusa a resposta do cliente, ou não diz nada.'],
      ['Message when it does not understand', 'Said when the flow refuses the customer’s answer, or says nothing.'],
      ['Mensaje cuando no entiende', 'Se dice cuando el flujo rechaza la respuesta del cliente, o no dice nada.'],
      { multiline: true },
    ),
    '',
  ),
  typebotRestartMessage: v.optional(
    labelled(
      words,
      ['Mensagem ao recomeçar', 'Dita depois da palavra que recomeça.'],
      ['Message when it starts again', 'Said after the word that starts again.'],
      ['Mensaje al reiniciar', 'Se dice después de la palabra que reinicia.'],
      { multiline: true },
    ),
    '',
  ),
})
export type Settings = v.InferOutput<typeof settings>
