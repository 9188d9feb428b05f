import { texts } from '../kit/i18n'

export const words = texts({
  pt: { open: 'Abrir', notDelivered: 'Não foi entregue a {name}' },
  en: { open: 'Open', notDelivered: 'Not delivered to {name}' },
  es: { open: 'Abrir', notDelivered: 'No se entregó a {name}' },
})
