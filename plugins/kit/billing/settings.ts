import * as v from 'valibot'
import { labelled } from '../labelled'

/** A setting of the company, of the same name: it stands in Configurações, and the product tells it. */
export const ofCompany = v.pipe(v.string('Required'), v.nonEmpty('Required'), v.metadata({ company: true }))

export const queueId = v.optional(
  labelled(
    v.pipe(v.number('number'), v.integer('number'), v.minValue(1)),
    ['Fila de quem precisa de uma pessoa', 'Para onde a conversa vai quando uma pessoa assume. Em branco, fica na fila em que está.'],
    ['Queue of who needs a person', 'Where the conversation goes when a person takes over. Left empty, it stays in its queue.'],
    ['Cola de quien necesita a una persona', 'Adónde va la conversación cuando una persona asume. En blanco, sigue en su cola.'],
    { reference: 'queues' },
  ),
)
