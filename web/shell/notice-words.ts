import { texts } from '../kit/i18n'

export const words = texts({
  pt: {
    open: 'Abrir',
    handedBy: '{name} transferiu para você',
    notDelivered: 'Não foi entregue a {name}',
    notDeliveredMany: '{n} mensagens suas não foram entregues',
  },
  en: {
    open: 'Open',
    handedBy: '{name} transferred it to you',
    notDelivered: 'Not delivered to {name}',
    notDeliveredMany: '{n} messages of yours were not delivered',
  },
  es: {
    open: 'Abrir',
    handedBy: '{name} se lo transfirió',
    notDelivered: 'No se entregó a {name}',
    notDeliveredMany: '{n} mensajes suyos no se entregaron',
  },
})
