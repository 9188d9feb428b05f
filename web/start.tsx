import { createRoot } from 'react-dom/client'
import { App } from './app'
import './kit/drop'
import { setLanguage, setWords, storedLanguage, storedWords } from './kit/i18n'
import './kit/theme'
import { resume } from './session'

void resume()
await Promise.all([setLanguage(storedLanguage()), setWords(storedWords())])
createRoot(document.getElementById('root')!).render(<App />)
void import('./installed').catch(() => {})
