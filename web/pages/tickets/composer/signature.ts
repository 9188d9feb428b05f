import { effect, signal } from '@preact/signals-react'
import { t } from '../../../kit/i18n'
import { user } from '../../../session'
import { NAME_ABOVE } from '../name-above'

export const signs = signal(localStorage.getItem('signOption') !== 'false')
effect(() => localStorage.setItem('signOption', String(signs.value)))
export const signLabel = () => t('tickets.signAs', { name: user.value?.name.split(' ')[0] ?? '' })
/** The text with the author's name above, as the other side sees it. */
export const signed = (body: string) => (signs.value && body ? `*${user.value?.name}:*\n${body}` : body)

export const signatureOf = (body: string) => NAME_ABOVE.exec(body)?.[0] ?? ''
/** The words of an own message, without the name above them. */
export const unsigned = (body: string) => body.slice(signatureOf(body).length)
