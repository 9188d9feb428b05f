import * as v from 'valibot'
import { labelled } from '../labelled'

/** A setting of the company, of the same name: it stands in Configurações, and the product tells it. */
export const ofCompany = v.pipe(v.string('Required'), v.nonEmpty('Required'), v.metadata({ company: true }))

/** Whoever knows a CPF would read what its holder owes: it may be asked for that they write from a number of theirs. */
const ownNumber = v.optional(
  labelled(
    v.boolean(),
    ['Só para o número do cadastro', 'Quem escreve de um telefone que não está no cadastro do CPF ou CNPJ é atendido por uma pessoa.'],
    ['Only for the number on file', 'Who writes from a phone that is not on file for the CPF or CNPJ is attended by a person.'],
    [
      'Solo para el número registrado',
      'A quien escribe desde un teléfono que no está en el registro del CPF o CNPJ lo atiende una persona.',
    ],
  ),
  false,
)

const queueId = v.optional(
  labelled(
    v.pipe(v.number('number'), v.integer('number'), v.minValue(1)),
    ['Fila de quem precisa de uma pessoa', 'Para onde a conversa vai quando uma pessoa assume. Em branco, fica na fila em que está.'],
    ['Queue of who needs a person', 'Where the conversation goes when a person takes over. Left empty, it stays in its queue.'],
    ['Cola de quien necesita a una persona', 'Adónde va la conversación cuando una persona asume. En blanco, sigue en su cola.'],
    { reference: 'queues' },
  ),
)

/** What every helper asks of who sets it up, beside its keys. */
export const ofHelper = { queueId, ownNumber }
export type OfHelper = { queueId?: number | undefined; ownNumber: boolean }
