import { texts } from '../kit/i18n'

export const words = texts({
  pt: {
    title: 'Entrar',
    subtitle: 'Central de atendimento',
    submit: 'Entrar',
    newTitle: 'Esta instalação ainda é nova',
    newText: 'Quem cuida do servidor começa pelo endereço que está no terminal dele, na linha com /setup?token=',
    art1: 'Bom dia! Tem horário com a Dra. Paula na quinta?',
    art2: 'Bom dia, Sérgio! Tem sim: 10h20 ou 15h40.',
    art3: 'Marcado para 15h40. Um dia antes eu te lembro por aqui.',
  },
  en: {
    title: 'Sign in',
    subtitle: 'Service desk',
    submit: 'Sign in',
    newTitle: 'This installation is still new',
    newText: 'Whoever runs the server begins by the address in its terminal, in the line with /setup?token=',
    art1: 'Good morning! Does Dr. Paula have a slot on Thursday?',
    art2: 'Good morning, Sérgio! Yes: 10:20 or 15:40.',
    art3: 'Booked for 15:40. I will remind you here the day before.',
  },
  es: {
    title: 'Entrar',
    subtitle: 'Centro de atención',
    submit: 'Entrar',
    newTitle: 'Esta instalación todavía es nueva',
    newText: 'Quien cuida del servidor empieza por la dirección que está en su terminal, en la línea con /setup?token=',
    art1: '¡Buenos días! ¿Hay turno con la Dra. Paula el jueves?',
    art2: '¡Buenos días, Sérgio! Sí: 10:20 o 15:40.',
    art3: 'Reservado a las 15:40. Un día antes le recuerdo por aquí.',
  },
})
