import { texts } from '../../kit/i18n'

export const words = texts({
  pt: {
    title: 'Para quem?',
    text: 'Vai para o rascunho da conversa. Nada sai antes de você enviar.',
    files: '{n} arquivo|{n} arquivos',
    own: 'Em atendimento com você',
    what: 'seus atendimentos',
    none: 'Nenhum atendimento aberto com você.',
    other: 'Outra pessoa',
    lost: 'Não chegou o que foi compartilhado',
    lostText: 'Pode ser grande demais, ou faz tempo demais que foi compartilhado. Volte ao outro aplicativo e compartilhe de novo.',
  },
  en: {
    title: 'To whom?',
    text: 'It goes into the draft of the conversation. Nothing leaves before you send it.',
    files: '{n} file|{n} files',
    own: 'Your open tickets',
    what: 'your tickets',
    none: 'You have no open ticket.',
    other: 'Somebody else',
    lost: 'What was shared did not arrive',
    lostText: 'It may be too large, or it was shared too long ago. Go back to the other application and share it again.',
  },
  es: {
    title: '¿Para quién?',
    text: 'Va al borrador de la conversación. Nada sale antes de que usted lo envíe.',
    files: '{n} archivo|{n} archivos',
    own: 'En atención con usted',
    what: 'sus atenciones',
    none: 'Ninguna atención abierta con usted.',
    other: 'Otra persona',
    lost: 'No llegó lo que se compartió',
    lostText: 'Puede ser demasiado grande, o hace demasiado tiempo que se compartió. Vuelva a la otra aplicación y comparta de nuevo.',
  },
})
