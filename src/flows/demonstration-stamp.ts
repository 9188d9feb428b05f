import type { Ctx } from '#kernel/context'
import { companies, type Language } from '#modules/companies'

const TEXTS: Record<Language, string> = {
  pt: 'Mensagem de demonstração',
  en: 'Demonstration message',
  es: 'Mensaje de demostración',
}

/** Ends a text that customers read by what a demonstration is: who gets it takes it for no company that serves. */
export async function stamped(ctx: Ctx, text: string): Promise<string> {
  const language = await companies.demonstrates(ctx)
  const stamp = language && `\n\n_${TEXTS[language]}_`
  return !stamp || text.endsWith(stamp) ? text : text + stamp
}
