import { get } from '../kit/api'
import { onResync } from '../kit/realtime'
import { version } from './drawer'

const ask = () =>
  get<{ version: string }>('/version')
    .then(answer => (version.value = answer.version))
    .catch(() => {})
void ask()
// Without a line it did not come.
onResync(() => void (version.value || ask()))
