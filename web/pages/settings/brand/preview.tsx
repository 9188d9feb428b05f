import type { CSSProperties } from 'react'
import type { Colors } from '../../../../src/modules/brand'
import { Logo } from '../../../brand'
import { Avatar } from '../../../kit/avatar'
import type { Edited } from './brand'
import { words } from './texts'

type Theme = keyof Colors
type Drawn = { name: string; loginText: string; colors: Colors | null; shown: Edited['shown'] }

/** The same custom properties that the server writes, for one box. */
const wears = (colors: Colors | null, theme: Theme): CSSProperties => {
  if (!colors) return {}
  const { fill, ink, text, outChroma } = colors[theme]
  return { '--brand-fill': fill, '--brand-ink': ink, '--brand-text': text, '--out-chroma': outChroma } as CSSProperties
}
const boxed = (colors: Colors | null, theme: Theme) => ({ 'data-theme': `own-${theme}`, style: wears(colors, theme) })

/** What people will see: the sign-in and the inbox, in light and dark. */
export const Preview = ({ name, loginText, colors, shown }: Drawn) => (
  <aside className="brand-preview" aria-label={words('preview')}>
    <div className="mini mini-login" {...boxed(colors, 'light')} aria-hidden>
      <div className="ml">
        <span className="mini-name">
          <Logo size={24} at="login" of={shown} />
          {!shown.logos.login?.isWide && <b className="clip">{name}</b>}
        </span>
        <span className="faint clip">{loginText || words('subtitle')}</span>
        <span className="mf">maria@exemplo.com</span>
        <span className="mf">••••••••••</span>
        <span className="mini-btn w">{words('signIn')}</span>
      </div>
      <div className="login-art">
        {shown.picture ? (
          <img className="mini-picture" src={shown.picture} alt="" />
        ) : (
          <article className="msg out">
            <div className="bubble">{words('sample2')}</div>
          </article>
        )}
      </div>
    </div>
    <Inbox theme="light" colors={colors} shown={shown} />
    <Inbox theme="dark" colors={colors} shown={shown} />
  </aside>
)

const PEOPLE = [
  ['Sérgio Paz', 'sample3'],
  ['Paula Reis', 'sample1'],
  ['Lia Monteiro', 'sample2'],
] as const

const Inbox = ({ theme, colors, shown }: Pick<Drawn, 'colors' | 'shown'> & { theme: Theme }) => (
  <div className="mini" {...boxed(colors, theme)} aria-hidden>
    <div className="mini-side">
      <Logo square of={shown} />
      <i />
      <i className="on" />
      <i />
      <i />
    </div>
    <div className="mini-list">
      <b>{words('inbox')}</b>
      {PEOPLE.map(([who, said], at) => (
        <div key={who} className={`mr ${at ? '' : 'on'}`}>
          <Avatar name={who} size={28} />
          <div className="min-w-0">
            <div className="clip font-medium">{who}</div>
            <div className="clip muted">{words(said)}</div>
          </div>
          {at > 0 && <span className="badge-n">1</span>}
        </div>
      ))}
    </div>
    <div className="mini-chat">
      <article className="msg">
        <div className="bubble">{words('sample1')}</div>
      </article>
      <article className="msg out">
        <div className="bubble">{words('sample2')}</div>
      </article>
      <article className="msg">
        <div className="bubble">{words('sample3')}</div>
      </article>
      <span className="mini-btn">{words('enviar')}</span>
    </div>
  </div>
)
