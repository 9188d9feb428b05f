import { useSignals } from '@preact/signals-react/runtime'
import { BookOpen, Copy } from 'lucide-react'
import { useState } from 'react'
import { useRight } from '../../crud/right'
import { copyText } from '../../kit/copy'
import { IconButton } from '../../kit/icon-button'
import { Link } from '../../kit/link'
import { Tabs } from '../../kit/tabs'
import { isAdmin } from '../../session'
import { exampleOf, type Kind, type Language, LANGUAGES } from './examples'
import { words } from './texts'
import { SAMPLE_NUMBER, Trial, type Tried } from './trial'

/** It comes with this page, which leads to it. */
export { OpenApi } from '../openapi/openapi'

const PATH = '/api/messages/send'
const FIELDS = [
  ['number', 'ofText'],
  ['body', 'ofText'],
  ['medias', 'ofFile'],
  ['queueId', 'ofNumber'],
  ['closeTicket', 'ofFlag'],
] as const

/** The open door for other programs: how it is asked, in several languages, and a test of it. */
export default function MessagesApi() {
  useSignals()
  return useRight('externalApi:use', undefined, isAdmin.value ? 'ERR_NOT_IN_PLAN' : undefined) ? <Page /> : null
}

function Page() {
  useSignals()
  const [language, setLanguage] = useState<Language>('curl')
  const [kind, setKind] = useState<Kind>('text')
  const [tried, setTried] = useState<Tried>({ token: '', number: '', body: words('sample'), file: null })
  const url = location.origin + PATH
  const { token, number, body, file } = tried
  const example = exampleOf(language, kind, {
    url,
    token: token || 'TOKEN',
    number: number || SAMPLE_NUMBER,
    body,
    file: file?.name ?? words('sampleFile'),
  })
  return (
    <div className="page">
      <header className="page-head">
        <h1>{words('title')}</h1>
        <div className="acts">
          <Link href="/openapi" className="btn btn-plain">
            <BookOpen className="icon icon-sm" aria-hidden />
            {words('reference')}
          </Link>
        </div>
      </header>
      <div className="page-body api-body">
        <div className="min-w-0 grid gap-5">
          <p className="muted t-body">{words('intro')}</p>
          <div className="ep">
            <span className="chip" style={{ '--c': '#33a340' }}>
              POST
            </span>
            <code>{url}</code>
            <IconButton icon={Copy} label={words('copyAddress')} className="btn-sm ml-auto" onClick={() => copyText(url)} />
          </div>
          <section aria-label={words('examples')} className="grid gap-2">
            <div className="flex items-center gap-2">
              <Tabs
                id="example"
                label={words('examples')}
                tabs={LANGUAGES.map(name => ({ name, label: name }))}
                chosen={language}
                choose={setLanguage}
              />
              <IconButton icon={Copy} label={words('copyExample')} className="btn-sm ml-auto" onClick={() => copyText(example)} />
            </div>
            <pre className="code" role="tabpanel" id={`example-${language}`} aria-labelledby={`example-tab-${language}`} tabIndex={0}>
              {example}
            </pre>
          </section>
          <section className="card-b api-table" aria-label={words('fields')} tabIndex={0}>
            <table className="data">
              <thead>
                <tr>
                  {(['field', 'type', 'meaning'] as const).map(head => (
                    <th key={head} scope="col">
                      {words(head)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {FIELDS.map(([name, type]) => (
                  <tr key={name}>
                    <td>
                      <code>{name}</code>
                    </td>
                    <td className="muted">{words(type)}</td>
                    <td className="muted">{words(name)}</td>
                  </tr>
                ))}
                <tr>
                  <td>
                    <code>Idempotency-Key</code>
                  </td>
                  <td className="muted">{words('ofText')}</td>
                  <td className="muted">{words('key')}</td>
                </tr>
              </tbody>
            </table>
          </section>
          <p className="muted t-body">
            {words('status', { path: `${PATH}/{id}` })} {words('limit')}
          </p>
        </div>
        <Trial kind={kind} setKind={setKind} tried={tried} change={part => setTried(now => ({ ...now, ...part }))} />
      </div>
    </div>
  )
}
