import { texts } from '../../../kit/i18n'

export const words = texts({
  pt: {
    said: '{n} mensagem|{n} mensagens',
    more: 'mais {n} mensagem|mais {n} mensagens',
    tickets: '{n} atendimento|{n} atendimentos',
    saidIn: '{said} em {tickets}',
    found: 'Mensagens encontradas de {name}',
    choose: 'escolher',
    open: 'abrir',
    leave: 'sair da busca',
  },
  en: {
    said: '{n} message|{n} messages',
    more: '{n} more message|{n} more messages',
    tickets: '{n} ticket|{n} tickets',
    saidIn: '{said} in {tickets}',
    found: 'Messages found of {name}',
    choose: 'choose',
    open: 'open',
    leave: 'leave the search',
  },
  es: {
    said: '{n} mensaje|{n} mensajes',
    more: '{n} mensaje más|{n} mensajes más',
    tickets: '{n} atención|{n} atenciones',
    saidIn: '{said} en {tickets}',
    found: 'Mensajes encontrados de {name}',
    choose: 'elegir',
    open: 'abrir',
    leave: 'salir de la búsqueda',
  },
})
