import type { Locator } from 'playwright-core'
import { PAYER } from '../billing'

/** Fills in who pays. */
export async function fillPayer(dialog: Locator, more: Partial<typeof PAYER> = {}) {
  const payer = { ...PAYER, ...more }
  for (const [label, value] of [
    ['Nome completo ou razão social', payer.firstName],
    ['CPF ou CNPJ', payer.taxId],
    ['CEP', payer.zipcode],
    ['Endereço', payer.address2],
    ['Cidade', payer.city],
    ['Estado', payer.state],
  ] as const)
    await dialog.getByLabel(label).fill(value)
}
