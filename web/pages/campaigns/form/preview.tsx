import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { type NUMBERS, questionBefore, type Texts, textsOf } from '../../../../src/modules/campaigns/body'
import type { ContactListItem } from '../../../../src/modules/contact-list-items'
import { captionOf } from '../../../../src/modules/files/body'
import { catalog } from '../../../catalog'
import { fillInFor, firstNameOf } from '../../../../src/flows/text-variables'
import { FileText } from 'lucide-react'
import { get } from '../../../kit/api'
import { usePicture, type Stored } from '../../../kit/media-field'
import { RichText } from '../../../kit/rich-text'
import type { Json } from '../../../kit/rows'
import { companyClock } from '../../../session'
import { words } from './texts'
import { useVariables } from './variables'

type Person = Pick<Json<ContactListItem>, 'name' | 'number' | 'email'>
type Listed = Person & Pick<Json<ContactListItem>, 'isWhatsappValid'>
const SOMEBODY: Person = { name: 'Cleide Souza', number: '5511981234567', email: 'cleide@exemplo.com' }

/** One of the first people of the list who may get it, for whom the texts are shown. */
function usePerson(listId: unknown) {
  const [person, set] = useState(SOMEBODY)
  useEffect(() => {
    if (!listId) return set(SOMEBODY)
    let isOver = false
    get<{ contacts: Listed[] }>('/contact-list-items', { contactListId: Number(listId) }).then(
      ({ contacts }) => !isOver && set(contacts.find(({ isWhatsappValid }) => isWhatsappValid) ?? contacts[0] ?? SOMEBODY),
      () => {},
    )
    return () => void (isOver = true)
  }, [listId])
  return person
}

type Props = {
  values: Record<string, unknown> & Texts
  message: (typeof NUMBERS)[number]
  media: File | null | undefined
  stored: Stored | undefined
}

/** The phone of somebody of the list, with the message that is written. */
export function Preview({ values, message, media, stored }: Props) {
  useSignals()
  const person = usePerson(values['contactListId'])
  const variables = useVariables() ?? []
  const chosen = usePicture(media)
  const file =
    media === null
      ? undefined
      : media
        ? { name: media.name, image: chosen }
        : stored && { name: stored.name, image: stored.type.startsWith('image/') ? stored.address : undefined }
  const filled = (text: string | null | undefined) => fillInFor(text?.trim() ?? '', person, variables, companyClock())
  const question = values['confirmation'] ? filled(questionBefore(values, message)) : ''
  const list = catalog('file_lists').items.value.find(({ id }) => id === values['fileListId'])
  // As the engine has it: without a text of its own the campaign says that of its list.
  const text = filled(textsOf(values).length ? values[`message${message}`] : list?.message)
  const following = list?.options.filter(({ path }) => path) ?? []
  const first = firstNameOf(person.name)
  return (
    <section className="drawn-phone" aria-label={words('preview', { name: first })}>
      <header>{words('preview', { name: first })}</header>
      <div className="talk">
        {question && (
          <>
            <div className="msg">
              <div className="bubble">
                <RichText text={question} />
              </div>
            </div>
            <div className="msg out">
              <div className="bubble">{words('yes')}</div>
            </div>
          </>
        )}
        {(text || file) && (
          <div className="msg">
            <div className="bubble">
              {file?.image && <img src={file.image} alt="" />}
              {file && !file.image && (
                <span className="file">
                  <FileText className="icon" aria-hidden />
                  <span className="clip">{file.name}</span>
                </span>
              )}
              {text && <RichText text={text} />}
            </div>
          </div>
        )}
        {following.map(({ id, name, path }) => (
          <div key={id} className="msg">
            <div className="bubble">
              <span className="file">
                <FileText className="icon" aria-hidden />
                <span className="clip">{path}</span>
              </span>
              {filled(captionOf(name, path))}
            </div>
          </div>
        ))}
        {!question && !text && !file && !list && <p className="faint">{words('previewEmpty')}</p>}
      </div>
    </section>
  )
}
