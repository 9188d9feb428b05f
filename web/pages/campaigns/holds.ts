import type { Estimate } from '../../../src/flows/campaigns/estimate'
import { ANSWER_HOURS } from '../../../src/modules/campaigns/body'
import { texts } from '../../kit/i18n'
import type { Json } from '../../kit/rows'
import { catalog, type Campaign } from '../../catalog'
import { dateTimeHere, upcomingHere } from './clock'

/** What a campaign asks of its number, as the server reckons it before it begins. */
type Demand = Json<Estimate['number']>

const words = texts({
  pt: {
    'hold.answers': 'Todos já foram perguntados: quem não responder em {n} horas fica sem a mensagem',
    'hold.offline': 'A conexão está desconectada: continua sozinha quando ela voltar',
    offline: 'A conexão está desconectada: a campanha espera até ela voltar.',
    'hold.hours': 'Fora do horário de envio: continua sozinha em {at}',
    'hold.closed': 'Nenhum dia de envio está ligado em Intervalos e variáveis',
    'hold.lock': 'O WhatsApp restringiu o número até {at}: continua sozinha',
    'hold.cap': 'O WhatsApp diz que o número atingiu o limite de conversas novas: continua sozinha',
    'hold.allowance': 'Hoje já foi {n} conversa nova: continua em {at}|Hoje já foram {n} conversas novas: continua em {at}',
    'hold.rest': 'Pausa entre os envios: descansa até {at}',
    'hold.suspended': 'O acesso da empresa está suspenso: continua sozinha quando for liberado',
    'hold.tired': 'Mais devagar, porque o número está cansado',
    'hold.risk': 'Bem mais devagar, porque o número está em risco',
    locked: 'O WhatsApp não deixa este número começar conversas até {at}.',
    unwarmed:
      '{n} pessoa nunca escreveu para este número, conectado há pouco. Se ele também é novo no WhatsApp, ligue o aquecimento em Conexões: {most} conversas novas por dia, {days} dias.|{n} pessoas nunca escreveram para este número, conectado há pouco. Se ele também é novo no WhatsApp, ligue o aquecimento em Conexões: {most} conversas novas por dia, {days} dias.',
    manyDays:
      '{n} pessoa nunca escreveu para este número, que suporta {most} conversas novas por dia: leva {days} dias.|{n} pessoas nunca escreveram para este número, que suporta {most} conversas novas por dia: leva {days} dias.',
    tired: 'O número está cansado: a campanha vai mais devagar.',
    risk: 'O número está em risco de bloqueio: a campanha vai bem mais devagar.',
    ignored: 'Esta conexão ignora o limite, e envia a todos no ritmo configurado: o número pode ser bloqueado.',
    startAnyway: 'Começar mesmo assim',
    planAnyway: 'Programar mesmo assim',
    planTitle: 'Programar a campanha {name}?',
    restartAnyway: 'Reiniciar mesmo assim',
    startTitle: 'Começar a campanha {name} agora?',
    restartTitle: 'Reiniciar a campanha {name}?',
  },
  en: {
    'hold.answers': 'Everybody has been asked: who does not answer within {n} hours gets no message',
    'hold.offline': 'The connection is down: it goes on by itself when that is back',
    offline: 'The connection is down: the campaign waits until it is back.',
    'hold.hours': 'Outside of the hours of sending: it goes on by itself at {at}',
    'hold.closed': 'No day of sending is switched on in Intervals and variables',
    'hold.lock': 'WhatsApp restricted the number until {at}: it goes on by itself',
    'hold.cap': 'WhatsApp says that the number has reached its limit of new conversations: it goes on by itself',
    'hold.allowance': '{n} new conversation today: it goes on at {at}|{n} new conversations today: it goes on at {at}',
    'hold.rest': 'The longer rest between messages: it rests until {at}',
    'hold.suspended': 'The access of the company is suspended: it goes on by itself when that is over',
    'hold.tired': 'Slower, because the number is tired',
    'hold.risk': 'Much slower, because the number is at risk',
    locked: 'WhatsApp lets this number begin no conversations until {at}.',
    unwarmed:
      '{n} person has never written to this number, linked lately. If it is new to WhatsApp too, turn the warm-up on at Connections: {most} new conversations a day, {days} days.|{n} people have never written to this number, linked lately. If it is new to WhatsApp too, turn the warm-up on at Connections: {most} new conversations a day, {days} days.',
    manyDays:
      '{n} person has never written to this number, which bears {most} new conversations a day: it takes {days} days.|{n} people have never written to this number, which bears {most} new conversations a day: it takes {days} days.',
    tired: 'The number is tired: the campaign goes slower.',
    risk: 'The number is at risk of a ban: the campaign goes much slower.',
    ignored: 'This connection ignores the limit and sends to everybody at the pace that is set: the number may be banned.',
    startAnyway: 'Start anyway',
    planAnyway: 'Plan anyway',
    planTitle: 'Plan the campaign {name}?',
    restartAnyway: 'Restart anyway',
    startTitle: 'Begin the campaign {name} now?',
    restartTitle: 'Restart the campaign {name}?',
  },
  es: {
    'hold.answers': 'Ya se preguntó a todos: quien no responda en {n} horas se queda sin el mensaje',
    'hold.offline': 'La conexión está desconectada: sigue sola cuando vuelva',
    offline: 'La conexión está desconectada: la campaña espera hasta que vuelva.',
    'hold.hours': 'Fuera del horario de envío: sigue sola el {at}',
    'hold.closed': 'Ningún día de envío está activado en Intervalos y variables',
    'hold.lock': 'WhatsApp restringió el número hasta {at}: sigue sola',
    'hold.cap': 'WhatsApp dice que el número alcanzó su límite de conversaciones nuevas: sigue sola',
    'hold.allowance': 'Hoy ya fue {n} conversación nueva: sigue el {at}|Hoy ya fueron {n} conversaciones nuevas: sigue el {at}',
    'hold.rest': 'Pausa entre los envíos: descansa hasta {at}',
    'hold.suspended': 'El acceso de la empresa está suspendido: sigue sola cuando se libere',
    'hold.tired': 'Más despacio, porque el número está cansado',
    'hold.risk': 'Mucho más despacio, porque el número está en riesgo',
    locked: 'WhatsApp no deja que este número empiece conversaciones hasta {at}.',
    unwarmed:
      '{n} persona nunca escribió a este número, conectado hace poco. Si también es nuevo en WhatsApp, active el calentamiento en Conexiones: {most} conversaciones nuevas por día, {days} días.|{n} personas nunca escribieron a este número, conectado hace poco. Si también es nuevo en WhatsApp, active el calentamiento en Conexiones: {most} conversaciones nuevas por día, {days} días.',
    manyDays:
      '{n} persona nunca escribió a este número, que soporta {most} conversaciones nuevas por día: tarda {days} días.|{n} personas nunca escribieron a este número, que soporta {most} conversaciones nuevas por día: tarda {days} días.',
    tired: 'El número está cansado: la campaña va más despacio.',
    risk: 'El número está en riesgo de bloqueo: la campaña va mucho más despacio.',
    ignored: 'Esta conexión ignora el límite, y envía a todos al ritmo configurado: el número puede ser bloqueado.',
    startAnyway: 'Empezar de todos modos',
    planAnyway: 'Programar de todos modos',
    planTitle: '¿Programar la campaña {name}?',
    restartAnyway: 'Reiniciar de todos modos',
    startTitle: '¿Empezar la campaña {name} ahora?',
    restartTitle: '¿Reiniciar la campaña {name}?',
  },
})

/** That a number is not online, in a sentence; '' when it is. */
export const offlineOf = (connectionId: unknown) => (isOffline(connectionId) ? words('offline') : '')
const isOffline = (connectionId: unknown) => {
  const connection = catalog('connections').items.value.find(({ id }) => id === connectionId)
  return connection !== undefined && connection.status !== 'CONNECTED'
}

const isGoing = ({ status, pausedAt }: Campaign) => status === 'EM_ANDAMENTO' && !pausedAt
/** Whether a running campaign has nothing more to send until somebody answers its question. */
export const isAnswering = (campaign: Campaign) =>
  isGoing(campaign) && campaign.isFilled && campaign.counts.asking > 0 && campaign.counts.waiting === 0

/** Why a running campaign waits or goes slowly; '' when it does not. */
export function holdOf(campaign: Campaign) {
  const { hold, whatsappId } = campaign
  if (isGoing(campaign) && isOffline(whatsappId)) return words('hold.offline')
  if (isAnswering(campaign)) return words('hold.answers', { n: ANSWER_HOURS })
  if (!hold) return ''
  const { reason, until, count } = hold
  const at = until ? (reason === 'rest' ? upcomingHere(until) : dateTimeHere(until)) : '–'
  return words(reason === 'hours' && !until ? 'hold.closed' : `hold.${reason}`, { n: count, at })
}

/** What a campaign would do to its number, in a sentence or two; '' when it does it no harm. */
export function warningOf(demand: Demand | undefined) {
  if (!demand?.hurts) return ''
  const { state, perDay, strangers, days, isIgnored, isUnwarmed, lockedUntil } = demand
  return [
    lockedUntil && words('locked', { at: dateTimeHere(lockedUntil) }),
    days > 1 && words(isUnwarmed && !isIgnored ? 'unwarmed' : 'manyDays', { n: strangers, most: perDay, days }),
    isIgnored ? words('ignored') : (state === 'tired' || state === 'risk') && words(state),
  ]
    .filter(Boolean)
    .join(' ')
}

export type Beginning = 'start' | 'plan' | 'restart'
export const titleOf = (name: string, how: Beginning) => words(`${how}Title`, { name })
/** The question before a campaign that would hurt its number. */
export const questionOf = (name: string, warning: string, how: Beginning) => ({
  title: titleOf(name, how),
  text: warning,
  action: words(`${how}Anyway`),
  danger: true,
})
