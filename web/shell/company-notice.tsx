import { useSignals } from '@preact/signals-react/runtime'
import { FlaskConical, Lock, LogOut, TriangleAlert, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { DEMO_KEPT_DAYS } from '../../src/modules/companies/body'
import { toastError } from '../kit/errors'
import { clock, date } from '../kit/format'
import { t, texts } from '../kit/i18n'
import { Link } from '../kit/link'
import { daysLeft, dueDay, isDemo, isOnTrial, isUnpaid, leaveCompany, may, user } from '../session'

const words = texts({
  pt: {
    entered: 'Você está em {company} até {until}, como operador. Motivo: {reason}',
    leave: 'Sair da empresa',
    suspended: 'A empresa está suspensa. Dá para ler tudo, e as mensagens dos clientes continuam chegando, mas nada é enviado nem mudado.',
    demonstration: 'Demonstração{until}: tudo funciona, nada é cobrado, e as mensagens saem marcadas.',
    until: ' até {date}',
    demoOver: 'A demonstração acabou. Dá para ler e exportar tudo até {date}, quando ela é apagada.',
    stay: 'Para continuar, fale com o suporte.',
    support: 'Fale com o suporte para voltar a atender.',
    unpaid: 'A assinatura venceu. Dá para ler tudo, e as mensagens dos clientes continuam chegando; para voltar a atender, pague a fatura.',
    trialLeft: 'Seu teste grátis acaba em {n} dia.|Seu teste grátis acaba em {n} dias.',
    trialLast: 'Hoje é o último dia do seu teste grátis.',
    subscribe: 'Assinar',
    dueSoon: 'Sua assinatura vence em {n} dia.|Sua assinatura vence em {n} dias.',
    dueToday: 'Sua assinatura vence hoje.',
    overdue:
      'Sua assinatura venceu há {n} dia. Pague para o atendimento não parar.|Sua assinatura venceu há {n} dias. Pague para o atendimento não parar.',
  },
  en: {
    entered: 'You are in {company} until {until}, as an operator. Reason: {reason}',
    leave: 'Leave the company',
    suspended: 'The company is suspended. Everything can be read, and customers’ messages still arrive, but nothing is sent or changed.',
    demonstration: 'Demonstration{until}: everything works, nothing is charged, and messages leave marked.',
    until: ' until {date}',
    demoOver: 'The demonstration is over. Everything can be read and exported until {date}, when it is deleted.',
    stay: 'To go on, contact support.',
    support: 'Contact support to serve again.',
    unpaid: 'The subscription has expired. Everything can be read, and customers’ messages still arrive; to serve again, pay the invoice.',
    trialLeft: 'Your free trial ends in {n} day.|Your free trial ends in {n} days.',
    trialLast: 'Today is the last day of your free trial.',
    subscribe: 'Subscribe',
    dueSoon: 'Your subscription ends in {n} day.|Your subscription ends in {n} days.',
    dueToday: 'Your subscription ends today.',
    overdue:
      'Your subscription was due {n} day ago. Pay it so that service does not stop.|Your subscription was due {n} days ago. Pay it so that service does not stop.',
  },
  es: {
    entered: 'Usted está en {company} hasta las {until}, como operador. Motivo: {reason}',
    leave: 'Salir de la empresa',
    suspended:
      'La empresa está suspendida. Se puede leer todo, y los mensajes de los clientes siguen llegando, pero nada se envía ni se cambia.',
    demonstration: 'Demostración{until}: todo funciona, nada se cobra, y los mensajes salen marcados.',
    until: ' hasta el {date}',
    demoOver: 'La demostración terminó. Se puede leer y exportar todo hasta el {date}, cuando se borra.',
    stay: 'Para continuar, contacte con soporte.',
    support: 'Contacte con soporte para volver a atender.',
    unpaid:
      'La suscripción venció. Se puede leer todo, y los mensajes de los clientes siguen llegando; para volver a atender, pague la factura.',
    trialLeft: 'Su prueba gratuita termina en {n} día.|Su prueba gratuita termina en {n} días.',
    trialLast: 'Hoy es el último día de su prueba gratuita.',
    subscribe: 'Suscribirse',
    dueSoon: 'Su suscripción vence en {n} día.|Su suscripción vence en {n} días.',
    dueToday: 'Su suscripción vence hoy.',
    overdue:
      'Su suscripción venció hace {n} día. Páguela para que la atención no se detenga.|Su suscripción venció hace {n} días. Páguela para que la atención no se detenga.',
  },
})

const dayLater = (day: string, days: number) => date(new Date(`${day}T12:00`).getTime() + days * 86_400_000)

/** For as long as an operator is in a company, and for as long as one is suspended or a demonstration. */
export function CompanyNotice() {
  useSignals()
  const [leaving, setLeaving] = useState(false)
  const { entered, company, super: isSuper } = user.value!
  const leave = () => {
    setLeaving(true)
    leaveCompany().catch(error => {
      setLeaving(false)
      toastError(error)
    })
  }
  return (
    <>
      {entered && (
        <div className="banner bad" role="status">
          <UserCheck className="icon" aria-hidden />
          <span>{words('entered', { company: company.name, until: clock(entered.until), reason: entered.reason })}</span>
          <button type="button" className="btn btn-plain btn-sm ml-auto" aria-busy={leaving} onClick={leave}>
            <LogOut className="icon icon-sm" aria-hidden />
            {words('leave')}
          </button>
        </div>
      )}
      {!company.status && (
        <div className="banner bad" role="status">
          <Lock className="icon" aria-hidden />
          <span>
            {words('suspended')} {!entered && words('support')}
          </span>
        </div>
      )}
      {company.status && isDemo.value && (
        <div className={isUnpaid.value ? 'banner bad' : 'banner'} role="status">
          <FlaskConical className="icon" aria-hidden />
          <span>
            {isUnpaid.value
              ? words('demoOver', { date: dayLater(dueDay.value!, DEMO_KEPT_DAYS + 1) })
              : words('demonstration', { until: dueDay.value ? words('until', { date: dayLater(dueDay.value, 0) }) : '' })}{' '}
            {!entered && words('stay')}
          </span>
        </div>
      )}
      {company.status && isUnpaid.value && !isDemo.value && !entered && !isSuper && (
        <div className="banner bad" role="status">
          <Lock className="icon" aria-hidden />
          <span>{words('unpaid')}</span>
          <Link href="/financeiro" className="btn btn-sm btn-plain ml-auto">
            {t('top.pay')}
          </Link>
        </div>
      )}
    </>
  )
}

function dueText(days: number) {
  if (days < 0) return words('overdue', { n: -days })
  if (isOnTrial.value) return days ? words('trialLeft', { n: days }) : words('trialLast')
  return days ? words('dueSoon', { n: days }) : words('dueToday')
}

/** In the last days of what is paid, for who looks after that. */
export function DueNotice() {
  useSignals()
  const days = daysLeft.value
  if (days === undefined) return null
  return (
    <div className="banner" role="status">
      <TriangleAlert className="icon" aria-hidden />
      <span>{dueText(days)}</span>
      {may('invoices:pay') && (
        <Link href={isOnTrial.value ? '/subscription' : '/financeiro'} className="btn btn-sm btn-plain">
          {isOnTrial.value ? words('subscribe') : t('top.pay')}
        </Link>
      )}
    </div>
  )
}
