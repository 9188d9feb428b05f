import { Star } from 'lucide-react'
import type { Figures } from '../../../src/modules/dashboard'
import { Avatar } from '../../kit/avatar'
import { State } from '../../kit/chips'
import { locale, number } from '../../kit/i18n'
import { minutes, words } from './texts'

/** From one to three; half a star and more is a whole one. */
function Stars({ rating }: { rating: number }) {
  if (!rating) return <span className="faint">{words('unrated')}</span>
  const said = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(rating)
  return (
    <span className="stars">
      <span role="img" aria-label={words('stars', { rating: said })}>
        {[1, 2, 3].map(star => (
          <Star key={star} className={Math.round(rating) >= star ? 'icon on' : 'icon'} aria-hidden />
        ))}
      </span>
      <span className="tnum muted" aria-hidden>
        {said}
      </span>
    </span>
  )
}

/** Everyone who answers customers: how well, how long, how many, and whether they are there now. */
export function Attendants({ attendants }: Pick<Figures, 'attendants'>) {
  const online = attendants.filter(one => one.online).length
  return (
    <section className="card-b attendants" aria-labelledby="attendants">
      <header>
        <h2 id="attendants">{words('attendants')}</h2>
        <span className="faint tnum">{words('onlineCount', { online, all: attendants.length })}</span>
      </header>
      <table className="data">
        <thead>
          <tr>
            <th>{words('name')}</th>
            <th>{words('state')}</th>
            <th>{words('rating')}</th>
            <th className="num">{words('supportTime')}</th>
            <th className="num">{words('tickets')}</th>
          </tr>
        </thead>
        <tbody>
          {attendants.map(({ id, name, online: isOnline, rating, avgSupportTime, tickets }) => (
            <tr key={id}>
              <td>
                <span className="who">
                  <Avatar name={name} size={28} />
                  <span className="clip">{name}</span>
                </span>
              </td>
              <td className="end-sm">
                <State tone={isOnline ? 'ok' : 'idle'}>{words(isOnline ? 'online' : 'offline')}</State>
              </td>
              <td>
                <Stars rating={rating} />
              </td>
              <td className="num">{minutes(avgSupportTime)}</td>
              <td className="num wide">
                <span className="mobile-only muted">{words('tickets')}</span>
                {number(tickets)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
