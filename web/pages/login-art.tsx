import { CheckCheck, Play } from 'lucide-react'
import { duration } from '../kit/measures'
import { Wave } from '../kit/wave'
import { words } from './login-texts'

const Stamp = ({ at, out }: { at: string; out?: boolean }) => (
  <span className="stamp">
    {at}
    {out && <CheckCheck className="icon tick read" aria-hidden />}
  </span>
)
const peaks = Array.from({ length: 42 }, (_, i) => 0.25 + 0.7 * Math.abs(Math.sin(i * 1.7) * Math.cos(i * 0.31)))

/** The picture beside the login: a short, friendly conversation. */
export const LoginArt = () => (
  <div className="art-thread">
    <article className="msg">
      <div className="bubble">
        {words('art1')}
        <Stamp at="08:14" />
      </div>
    </article>
    <article className="msg out">
      <div className="bubble">
        {words('art2')}
        <Stamp at="08:15" out />
      </div>
    </article>
    <article className="msg">
      <div className="bubble">
        <div className="voice">
          <span className="play">
            <Play className="icon" aria-hidden />
          </span>
          <Wave peaks={peaks} played={0.4} />
          <span className="rate">1×</span>
          <span className="dur">{duration(6)}</span>
          <Stamp at="08:15" />
        </div>
      </div>
    </article>
    <article className="msg out">
      <div className="bubble">
        {words('art3')}
        <Stamp at="08:16" out />
      </div>
    </article>
  </div>
)
