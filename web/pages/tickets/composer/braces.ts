import { partsOf } from '../../../../src/flows/text-variables'
import { confirm } from '../../../kit/confirm'
import { words } from './texts'

/** Variables that nothing fills in, as all of an edit's: the customer would read them as they are. */
const unknownIn = (text: string, isEdit: boolean) =>
  partsOf(text).flatMap(({ part, name, isKnown }) => (name === undefined || (isKnown && !isEdit) ? [] : [part]))

/** Asks about them; nothing where there are none, so that what has none leaves at once. */
export function askAboutBraces(text: string, isEdit: boolean): Promise<boolean> | undefined {
  const unknown = unknownIn(text, isEdit)
  if (!unknown.length) return
  return confirm({
    title: words('unknownTitle'),
    text: words('unknownText', { slots: unknown.join(', ') }),
    action: words('unknownSend'),
    stay: words('unknownStay'),
  })
}
