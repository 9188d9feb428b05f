import { translated } from '../../kit/i18n'
import { words } from './texts'

/** Why a robot failed, for people: the sentence of its code, and the place in an answer that it names after a colon. */
export function reasonText(reason: string) {
  const [code, ...place] = reason.split(': ')
  const sentence = words.find(`reason.${code}`) ?? translated(`error.${code}`)
  return sentence ? [sentence, ...place].join(' ') : reason
}
