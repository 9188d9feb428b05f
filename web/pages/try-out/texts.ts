import { texts } from '../../kit/i18n'

export const words = texts({
  pt: {
    title: 'Simular um cliente',
    help: 'Escreva como um cliente. Vale o que está no formulário agora, mesmo sem salvar; ninguém recebe nada.',
    placeholder: 'Mensagem do cliente',
    send: 'Enviar como cliente',
    again: 'Recomeçar',
  },
  en: {
    title: 'Simulate a customer',
    help: 'Write as a customer would. What the form says now counts, saved or not; nobody gets anything.',
    placeholder: 'Message of the customer',
    send: 'Send as a customer',
    again: 'Start over',
  },
  es: {
    title: 'Simular un cliente',
    help: 'Escriba como un cliente. Vale lo que dice el formulario ahora, aunque no esté guardado; nadie recibe nada.',
    placeholder: 'Mensaje del cliente',
    send: 'Enviar como cliente',
    again: 'Empezar de nuevo',
  },
})
