import { useSignals } from '@preact/signals-react/runtime'
import { FileText } from 'lucide-react'
import { Fragment } from 'react'
import { optionMenu } from '../../../../src/modules/queue-options/menu'
import { RichText } from '../../../kit/rich-text'
import { companyClock } from '../../../session'
import { words } from '../texts'
import type { Menu, Option } from './editing'

/** The menu as the customer reads it, up to the option that was pressed; the texts are made by what makes them for the customer. */
export function Preview({ menu, greeting }: { menu: Menu; greeting: string }) {
  useSignals()
  const { language } = companyClock()
  const path = menu.pathTo(menu.shown.value)
  const first = optionMenu(greeting, menu.below(null), language)
  return (
    <section className="menu-preview" aria-label={words('preview')}>
      <h3>{words('preview')}</h3>
      <div className="talk">
        {first ? <Bubble text={first} /> : <p className="faint">{words('previewEmpty')}</p>}
        {path.map(option => (
          <Fragment key={option.id}>
            <div className="msg out">
              <div className="bubble">{option.option}</div>
            </div>
            <Bubble file={option} text={optionMenu(option.message, menu.below(option.id), language)} />
          </Fragment>
        ))}
      </div>
    </section>
  )
}

/** One message, with its file below the text. */
const Bubble = ({ text, file }: { text: string; file?: Option }) => (
  <>
    {text && (
      <div className="msg">
        <div className="bubble">
          <RichText text={text} />
        </div>
      </div>
    )}
    {file?.mediaPath && (
      <div className="msg">
        <div className="bubble file">
          {file.mediaType?.startsWith('image/') ? (
            <img src={file.mediaPath} alt={file.mediaName ?? ''} />
          ) : (
            <FileText className="icon" aria-hidden />
          )}
          {!file.mediaType?.startsWith('image/') && <span className="clip">{file.mediaName}</span>}
        </div>
      </div>
    )}
  </>
)
