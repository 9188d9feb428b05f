import { OFFICE_TOAST_MS } from '../../constants'
import { toastError } from '../../kit/errors'
import { texts } from '../../kit/i18n'
import { saveFrom } from '../../kit/save-from'
import { toast } from '../../kit/toast'

const words = texts({
  pt: { exporting: 'O arquivo está sendo baixado' },
  en: { exporting: 'The file is being downloaded' },
  es: { exporting: 'El archivo se está descargando' },
})

/** Asks for the address of the data of a company, and has the browser fetch it. */
export async function takeArchive(ask: () => Promise<{ address: string }>) {
  try {
    saveFrom((await ask()).address)
    toast.ok(words('exporting'), OFFICE_TOAST_MS)
  } catch (error) {
    toastError(error)
  }
}
