import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startMkauth } from '../../tests/peers/mkauth'
import { talkWith } from '../../tests/plugin-talk'
import { keepSecrets } from '../../tests/secrets'

const SECRET = 'canario-do-segredo-do-mkauth'
keepSecrets('secret of MK-Auth', [SECRET])
const peer = startMkauth('Client_Id_1', SECRET)
afterAll(() => peer.stop())
const NAMED = 'https://mk.provedor.example'
const { says, tries, kept } = await talkWith('mkauth', {
  allowed: [peer.destination],
  resolve: url => String(url).replace(NAMED, peer.address),
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
  expect(peer.asked).toEqual(['/api/', `/api/cliente/show/${CPF}`, `/api/titulo/titulos/${CPF}`, '/boleto/boleto.hhvm'])
})

test('a bill that is a file is sent; one that is a page, here or at the bank, is a link, where customers can open it', async () => {
  const last = async (settings = {}) => (await says(CPF, settings)).slice(5, -2)
  peer.page = 'pdf'
  expect(await last()).toEqual(['sendMedia application/pdf boleto-2020-11-10.pdf'])
  for (const page of ['html', 'elsewhere'] as const) {
    peer.page = page
    expect(await last({ ipmkauth: NAMED })).toEqual([
      'say Boleto para ver ou imprimir:',
      `say ${NAMED}/boleto/boleto.hhvm?titulo=41&contrato=helena`,
    ])
    expect(await last()).toEqual([])
  }
  peer.page = 'none'
  expect(await last({ ipmkauth: NAMED })).toEqual([])
})

test('access is given back where the company says for how long, once in thirty days, and what did not happen is no success', async () => {
  kept.queues = [{ id: 5, name: 'Religue de Confiança' }]
  const ask = async (settings: object = { unblockDays: 2 }) => {
    kept.memory = undefined
    return (await says(CPF, settings, { ticket: { id: 1, uuid: 'u', queueId: 5 } }))[0]
  }
  const person = () => peer.people.get(CPF)!
  expect(await ask()).toStartWith('say Olá, Helena!\nNão há contrato bloqueado nesse cadastro.')
  person().bloqueado = 'sim'
  expect(await ask({})).toStartWith('say Segue a 2ª via da sua fatura.')
  peer.isDeaf = true
  expect(await ask()).toStartWith('say O desbloqueio de confiança não está disponível')
  peer.isDeaf = false
  expect(await ask()).toStartWith('say Pronto, o acesso foi liberado.')
  expect(peer.changes.at(-1)).toEqual({
    bloqueado: 'nao',
    observacao: 'sim',
    rem_obs: expect.stringMatching(/^20\d\d-\d\d-\d\d 23:59:59$/),
  })
  const count = peer.changes.length
  // The trust is over, and it is blocked again.
  for (const again of [{ observacao: 'sim' }, { observacao: 'nao' }]) {
    Object.assign(person(), { bloqueado: 'sim' }, again)
    expect(await ask()).toStartWith('say O desbloqueio de confiança não está disponível')
  }
  expect(peer.changes).toHaveLength(count)
  Object.assign(person(), { bloqueado: 'sim', rem_obs: '0000-00-00 00:00:00' })
  expect(await ask()).toStartWith('say Pronto, o acesso foi liberado.')
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
