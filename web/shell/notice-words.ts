import { texts } from '../kit/i18n'

export const words = texts({
  pt: { open: 'Abrir', notDelivered: 'Não foi entregue a {name}', notDeliveredMany: '{n} mensagens suas não foram entregues' },
  en: { open: 'Open', notDelivered: 'Not delivered to {name}', notDeliveredMany: '{n} messages of yours were not delivered' },
  es: { open: 'Abrir', notDelivered: 'No se entregó a {name}', notDeliveredMany: '{n} mensajes suyos no se entregaron' },
})
