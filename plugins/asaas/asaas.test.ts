import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startAsaas } from '../../tests/peers/asaas'
import { talkWith } from '../../tests/plugin-talk'
import { keepSecrets } from '../../tests/secrets'

const KEY = '$aact_prod_canario-da-chave-do-asaas'
keepSecrets('key of Asaas', [KEY])
const peer = startAsaas(KEY)
afterAll(() => peer.stop())
const went: string[] = []
const { says, tries, kept } = await talkWith('asaas', {
  // The names of Asaas lead here, as a resolver would have it.
  resolve({ hostname, pathname, search }) {
    went.push(hostname)
    return `http://${peer.destination}${pathname}${search}`
  },
  allowed: [peer.destination],
  settings: { asaas: KEY },
})
const CPF = '52998224725'
const bill = { id: 'pay_1', customer: 'cus_1', status: 'OVERDUE', billingType: 'BOLETO', value: 99.9, dueDate: '2020-11-10' }

beforeEach(() => {
  went.length = 0
  peer.payments.clear()
  peer.customers.clear()
  peer.customers.set(CPF, { id: 'cus_1', cpfCnpj: CPF, name: 'Helena Prado' })
  peer.payments.set(bill.id, bill)
})

test('an open bill is handed out with its Pix code, its line of digits and its file, which is fetched without the key', async () => {
  peer.payments.set('pay_0', { ...bill, id: 'pay_0', status: 'RECEIVED' })
  expect(await says(CPF)).toEqual([
    'say Segue a 2ª via da sua fatura.\n\n*Valor:* R$ 99,90\n*Vencimento:* 10/11/2020',
    'say Pix copia e cola:',
    'say 000201pay_1',
    'say Código de barras:',
    'say 0019000009pay_1',
    'sendMedia application/pdf boleto-2020-11-10.pdf',
    'say Obrigado! Se precisar de algo mais, é só escrever.',
    'close',
  ])
  expect(new Set(went)).toEqual(new Set(['api.asaas.com', 'www.asaas.com']))
})

test('a bill by Pix alone has no line of digits and no file, and bills that are due later are open too', async () => {
  peer.payments.clear()
  peer.payments.set('pay_2', { ...bill, id: 'pay_2', status: 'PENDING', billingType: 'PIX', dueDate: '2999-01-05' })
  expect((await says(CPF)).slice(1)).toEqual([
    'say Pix copia e cola:',
    'say 000201pay_2',
    'say Obrigado! Se precisar de algo mais, é só escrever.',
    'close',
  ])
})

test('a key of the sandbox of Asaas is asked there, and one that is not accepted is a reason', async () => {
  expect(await says(CPF, { asaas: '$aact_hmlg_outra' })).toEqual(['failed: ERR_BILLING_KEY'])
  expect(went).toEqual(['api-sandbox.asaas.com'])
})

test('who is unknown is told so', async () => {
  expect((await says('11222333000181'))[0]).toStartWith('say Não encontrei cadastro')
  expect(kept.logs).not.toContain('11222333')
})

test('a phone of any registration of one CPF is one on file', async () => {
  expect((await says(CPF, { ownNumber: true }))[0]).toStartWith('say Para proteger')
  peer.customers.set('second', { id: 'cus_2', cpfCnpj: CPF, name: 'Helena Prado', mobilePhone: '11987654321' })
  expect((await says(CPF, { ownNumber: true }))[0]).toStartWith('say Segue a 2ª via')
})

test('a test asks, and says what the first question is', async () => {
  expect(await tries()).toEqual({ reply: 'Digite o *CPF* ou *CNPJ* do titular.' })
  await expect(tries({ asaas: 'outra' })).rejects.toThrow('ERR_BILLING_KEY')
})
