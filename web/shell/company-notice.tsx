import { useSignals } from '@preact/signals-react/runtime'
import { Lock, LogOut, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { toastError } from '../kit/errors'
import { clock } from '../kit/format'
import { t, texts } from '../kit/i18n'
import { isUnpaid, leaveCompany, user } from '../session'

const words = texts({
  pt: {
    entered: 'Você está em {company} até {until}, como operador. Motivo: {reason}',
    leave: 'Sair da empresa',
    suspended: 'A empresa está suspensa. Dá para ler tudo, e as mensagens dos clientes continuam chegando, mas nada é enviado nem mudado.',
    support: 'Fale com o suporte para voltar a atender.',
    unpaid: 'A assinatura venceu. Dá para ler tudo, e as mensagens dos clientes continuam chegando; para voltar a atender, pague a fatura.',
  },
  en: {
    entered: 'You are in {company} until {until}, as an operator. Reason: {reason}',
    leave: 'Leave the company',
    suspended: 'The company is suspended. Everything can be read, and customers’ messages still arrive, but nothing is sent or changed.',
    support: 'Contact support to serve again.',
    unpaid: 'The subscription has expired. Everything can be read, and customers’ messages still arrive; to serve again, pay the invoice.',
  },
  es: {
    entered: 'Usted está en {company} hasta las {until}, como operador. Motivo: {reason}',
    leave: 'Salir de la empresa',
    suspended:
      'La empresa está suspendida. Se puede leer todo, y los mensajes de los clientes siguen llegando, pero nada se envía ni se cambia.',
    support: 'Contacte con soporte para volver a atender.',
    unpaid:
      'La suscripción venció. Se puede leer todo, y los mensajes de los clientes siguen llegando; para volver a atender, pague la factura.',
  },
})

/** For as long as an operator is in a company, and for as long as one is suspended. */
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
      {company.status && isUnpaid.value && !entered && !isSuper && (
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
