import { createRoot } from 'react-dom/client'
import { App } from './app'
import './kit/refuse-drop'
import { setLanguage, setWords, storedLanguage, storedWords } from './kit/i18n'
import { resume } from './session'

void resume()
const PAUSE_MS = 3_000
/** Nothing is said before its words are there: without a line they are asked for until they come. */
const speak = (): Promise<unknown> =>
  Promise.all([setLanguage(storedLanguage()), setWords(storedWords())]).catch(() => new Promise(r => setTimeout(r, PAUSE_MS)).then(speak))
await speak()
createRoot(document.getElementById('root')!).render(<App />)
/** What a later start needs takes nothing from this one. */
const INSTALLS_MS = 3_000
setTimeout(() => void import('./installed').catch(() => {}), INSTALLS_MS)
