import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startMkauth } from '../../tests/peers/mkauth'
import { talkWith } from '../../tests/plugin-talk'
import { keepSecrets } from '../../tests/secrets'

const SECRET = 'canario-do-segredo-do-mkauth'
keepSecrets('secret of MK-Auth', [SECRET])
const peer = startMkauth('Client_Id_1', SECRET)
afterAll(() => peer.stop())
const { says, tries, kept } = await talkWith('mkauth', {
  allowed: [peer.destination],
  settings: { ipmkauth: peer.address, clientidmkauth: 'Client_Id_1', clientsecretmkauth: SECRET },
})
const CPF = '52998224725'
const bill = {
  titulo: '41',
  status: 'vencido',
  datavenc: '2020-11-10 00:00:00',
  valor: '99.90',
  linhadig: '00190.00009 41',
  pix: '00020126pix41',
}

beforeEach(() => {
  peer.reset()
  peer.people.set(CPF, { nome: 'Helena Prado', bills: [{ ...bill, titulo: '40', status: 'pago' }, bill] })
})

test('an open bill is handed out with both of its codes, and a token is asked for with the credentials', async () => {
  expect(await says(CPF)).toEqual([
    'say Segue a 2ª via da sua fatura.\n\n*Valor:* R$ 99,90\n*Vencimento:* 10/11/2020',
    'say Pix copia e cola:',
    'say 00020126pix41',
    'say Código de barras:',
    'say 00190.00009 41',
    'say Obrigado! Se precisar de algo mais, é só escrever.',
    'close',
  ])
  expect(peer.asked).toEqual(['/api/', `/api/cliente/show/${CPF}`, `/api/titulo/titulos/${CPF}`])
})

test('older versions tell a person inside of a bill', async () => {
  peer.isOld = true
  peer.people.get(CPF)!.bills = []
  expect((await says(CPF))[0]).toStartWith('say Olá, Helena!\nNão há fatura em aberto nesse cadastro.')
})

test('who is unknown is told so, and a bill without a code is a reason', async () => {
  expect((await says('11222333000181'))[0]).toStartWith('say Não encontrei cadastro')
  kept.memory = undefined
  peer.people.get(CPF)!.bills = [{ ...bill, linhadig: null, pix: '' }]
  expect(await says(CPF)).toEqual(['failed: ERR_BILLING_EMPTY'])
})

test('credentials that are not accepted, and a page in the place of a token, are reasons', async () => {
  expect(await says(CPF, { clientsecretmkauth: 'outro' })).toEqual(['failed: ERR_BILLING_KEY'])
  peer.instead = path => (path === '/api/' ? new Response('<html>segredo</html>') : undefined)
  expect(await says(CPF)).toEqual(['failed: ERR_BILLING_ANSWER'])
  expect(kept.logs).not.toContain('segredo')
})

test('a test signs in and asks', async () => {
  expect(await tries()).toEqual({ reply: 'Digite o *CPF* ou *CNPJ* do titular.' })
  expect(peer.asked).toEqual(['/api/', '/api/cliente/show/00000000000'])
})
