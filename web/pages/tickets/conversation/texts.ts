import { texts } from '../../../kit/i18n'

export const words = texts({
  pt: {
    earlier: 'Antes da edição',
    whatEarlier: 'os textos anteriores',
    seeEarlier: '{edited}, ver textos anteriores',
    began: 'Atendimento nº {id} · {when}',
    closedBy: 'Resolvido por {name} em {when}',
    closed: 'Resolvido em {when}',
    current: 'Este atendimento, nº {id}',
    showAll: 'Mostrar as {n}',
    showLess: 'Mostrar menos',
  },
  en: {
    earlier: 'Before it was edited',
    whatEarlier: 'the earlier texts',
    seeEarlier: '{edited}, see earlier texts',
    began: 'Ticket no. {id} · {when}',
    closedBy: 'Resolved by {name} on {when}',
    closed: 'Resolved on {when}',
    current: 'This ticket, no. {id}',
    showAll: 'Show all {n}',
    showLess: 'Show less',
  },
  es: {
    earlier: 'Antes de la edición',
    whatEarlier: 'los textos anteriores',
    seeEarlier: '{edited}, ver textos anteriores',
    began: 'Atención n.º {id} · {when}',
    closedBy: 'Resuelta por {name} el {when}',
    closed: 'Resuelta el {when}',
    current: 'Esta atención, n.º {id}',
    showAll: 'Mostrar las {n}',
    showLess: 'Mostrar menos',
  },
})
