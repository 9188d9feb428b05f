import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startIxc } from '../../tests/peers/ixc'
import { talkWith } from '../../tests/plugin-talk'
import { keepSecrets } from '../../tests/secrets'

const TOKEN = '12:canario-do-token-do-ixc'
keepSecrets('token of IXC', [TOKEN, Buffer.from(TOKEN).toString('base64')])
const peer = startIxc(TOKEN)
afterAll(() => peer.stop())
const hangs = () => new Promise<Response>(() => {})
const { plugin, says, tries, issues, kept } = await talkWith('ixc', {
  allowed: [peer.destination],
  settings: { ipixc: peer.address, tokenixc: TOKEN },
  // Whatever hangs is not waited for.
  patience: ms => (peer.instead === hangs ? 300 : ms),
})

const CPF = '529.982.247-25'
const BILLS = { id: 3, name: '2ª Via de Boleto' }
const TRUST = { id: 4, name: 'Religue de Confiança' }
const at = ({ id }: { id: number }) => ({ ticket: { id: 1, uuid: 'u', queueId: id } })
const inBills = (text: string, settings = {}) => says(text, settings, at(BILLS))
const inTrust = (text: string) => says(text, {}, at(TRUST))
const WAYS = '\n\n*[ 0 ]* - Voltar\n*[ # ]* - Voltar ao Menu Principal\nPara falar com uma pessoa, escreva *atendente*.'
const ASKED = [`say Digite o *CPF* ou *CNPJ* do titular.${WAYS}`]
const bill = { id: '901', valor: '99.90', data_vencimento: '2020-11-10', linha_digitavel: '00190.00009 01', pix: '00020126pix901' }

let helena: ReturnType<typeof peer.client>
beforeEach(() => {
  peer.reset()
  kept.queues = [BILLS, TRUST, { id: 5, name: 'Suporte' }]
  helena = peer.client({ id: '7', cnpj_cpf: CPF, razao: 'HELENA PRADO DE SOUZA' })
})

test('the one open bill is handed out with its Pix code, bar code and PDF, and the conversation ends', async () => {
  helena.bill(bill)
  helena.bill({ ...bill, id: '900', status: 'R' })
  helena.bill({ ...bill, id: '902', liberado: 'N' })
  expect(await inBills('1')).toEqual(ASKED)
  expect(await inBills('meu cpf é 52998224725')).toEqual([
    'say Segue a 2ª via da sua fatura.\n\n*Valor:* R$ 99,90\n*Vencimento:* 10/11/2020',
    'say Pix copia e cola:',
    'say 00020126pix901',
    'say Código de barras:',
    'say 00190.00009 01',
    'sendMedia application/pdf boleto-2020-11-10.pdf',
    'say Obrigado! Se precisar de algo mais, é só escrever.',
    'close',
  ])
  expect(new TextDecoder().decode(kept.files[0]!.data)).toContain('boleto 901')
})

test('of several bills the oldest stands first, and one is chosen by its number', async () => {
  helena.bill({ ...bill, id: '911', valor: '1234.5', data_vencimento: '2999-01-05' })
  helena.bill(bill)
  expect(await inBills(CPF)).toEqual([
    `say Olá, Helena!\nQual fatura você quer?\n*[ 1 ]* - R$ 99,90, venceu em 10/11/2020\n*[ 2 ]* - R$ 1.234,50, vence em 05/01/2999${WAYS}`,
  ])
  expect(await inBills('a segunda')).toEqual([`say Opção inválida, por favor, escolha uma opção válida.${WAYS}`])
  expect((await inBills('2'))[0]).toContain('R$ 1.234,50')
})

test('the name of a queue says what somebody came for; elsewhere they are asked', async () => {
  helena.bill(bill)
  helena.contract({ id: '55', status_internet: 'CA' })
  const elsewhere = (text: string) => says(text, {}, at({ id: 5 }))
  expect(await elsewhere(CPF)).toEqual([`say Olá, Helena!\n*[ 1 ]* - 2ª via da fatura\n*[ 2 ]* - Desbloqueio de confiança${WAYS}`])
  expect(JSON.stringify(kept.memory)).not.toContain('phone')
  expect((await elsewhere('2')).at(-1)).toBe('close')
  expect(peer.unblocked).toEqual(['55'])
})

test('access is given back where the system allows it, and what it refuses is a person’s', async () => {
  helena.contract({ id: '55', status_internet: 'FA' })
  helena.contract({ id: '56', status_internet: 'A' })
  expect(await inTrust(CPF)).toEqual([
    'say Pronto, o acesso foi liberado. Desligue o equipamento da tomada, espere um minuto e ligue de novo.',
    'close',
  ])
  kept.memory = undefined
  helena.contract({ id: '57', status_internet: 'CA', contrato: 'Fibra 500', desbloqueio_confianca: 'N' })
  helena.contract({ id: '58', status_internet: 'CM' })
  expect(await inTrust(CPF)).toEqual([
    `say Olá, Helena!\nQual contrato você quer desbloquear?\n*[ 1 ]* - Contrato 57, Fibra 500\n*[ 2 ]* - Contrato 58${WAYS}`,
  ])
  expect(await inTrust('1')).toEqual([
    'say O desbloqueio de confiança não está disponível para esse contrato. Uma pessoa vai atender você.',
    'handOff',
  ])
  expect(peer.unblocked).toEqual(['55'])
})

test('nothing open and nothing blocked is said, with a person to talk to', async () => {
  expect(await inBills(CPF)).toEqual([`say Olá, Helena!\nNão há fatura em aberto nesse cadastro.\n*[ 1 ]* - Falar com uma pessoa${WAYS}`])
  expect(await inBills('1')).toEqual(['say Certo, uma pessoa vai atender você.', 'handOff'])
  kept.memory = undefined
  expect((await inTrust(CPF))[0]).toContain('Não há contrato bloqueado')
})

test('numbers that are none and people who are unknown are told so, and the third time is a person’s, in the queue that is set', async () => {
  await inBills('oi')
  expect(await inBills('529.982.247-26')).toEqual([`say Esse CPF ou CNPJ não é válido. Confira os números e digite de novo.${WAYS}`])
  expect(peer.asked).toEqual([])
  expect(await inBills('11.222.333/0001-81')).toEqual([
    `say Não encontrei cadastro com esse CPF ou CNPJ. Confira os números e digite de novo.${WAYS}`,
  ])
  expect(await inBills('', { queueId: 5 })).toEqual(['say Certo, uma pessoa vai atender você.', 'handOff 5'])
})

test('0 goes a step back, # to the menu, and a word to a person', async () => {
  helena.bill(bill)
  helena.bill({ ...bill, id: '903' })
  await inBills(CPF)
  expect(await inBills('0')).toEqual(ASKED)
  expect(await inBills('0')).toEqual(['menu'])
  expect(await inBills('#')).toEqual(['menu'])
  expect(await inBills('Quero falar com um atendente')).toEqual(['say Certo, uma pessoa vai atender você.', 'handOff'])
  kept.queues = [BILLS]
  expect(await inBills('#')).toEqual(['menu', 'say Certo, uma pessoa vai atender você.', 'handOff'])
})

test('a message that is answered once more after a restart is heard where it was heard first', async () => {
  helena.bill(bill)
  helena.bill({ ...bill, id: '903', data_vencimento: '2999-01-05' })
  const again = { ...at(BILLS), id: 'IN-AGAIN' }
  const first = await says(CPF, {}, again)
  expect(first[0]).toContain('Qual fatura você quer?')
  expect(await says(CPF, {}, again)).toEqual(first)
  helena.contract({ id: '55', status_internet: 'CA' })
  kept.memory = undefined
  const trust = { ...at(TRUST), id: 'IN-TRUST' }
  const done = await says(CPF, {}, trust)
  expect(await says(CPF, {}, trust)).toEqual(done)
  expect(peer.unblocked).toEqual(['55'])
})

test('one way to pay is enough, and what is missing is said', async () => {
  helena.bill({ ...bill, linha_digitavel: '', pix: '' })
  expect((await inBills(CPF)).map(one => one.split(' ')[0])).toEqual(['say', 'sendMedia', 'say', 'close'])
  kept.memory = undefined
  peer.tables['fn_areceber']![0]!['pix'] = '00020126pix901'
  peer.instead = path => (path === 'get_boleto' ? new Response('<html>') : undefined)
  const partly = await inBills(CPF)
  expect(partly).toContain('say 00020126pix901')
  expect(partly).toContain('say Não consegui trazer tudo agora; o que está acima já serve para pagar.')
  expect(kept.logs).toContain('ERR_BILLING_ANSWER')
})

const TROUBLE: [title: string, reason: string, answer: () => Response | Promise<Response>][] = [
  ['refuses the token', 'ERR_BILLING_KEY', () => new Response('', { status: 401 })],
  ['is down', 'ERR_BILLING_BUSY', () => new Response('segredo', { status: 503 })],
  ['is another site', 'ERR_BILLING_ADDRESS', () => new Response('', { status: 404 })],
  ['refuses the question', 'ERR_BILLING_REFUSED', () => Response.json({ type: 'error', message: 'segredo' })],
  ['answers with a page', 'ERR_BILLING_ANSWER', () => new Response('<html>segredo</html>')],
  ['answers with something else', 'ERR_BILLING_ANSWER', () => Response.json({ registros: [{ id: { a: 1 }, razao: 7 }] })],
  ['answers without an end', 'ERR_OUTBOUND_TOO_LARGE', () => new Response('x'.repeat(1_100_000))],
  ['never answers', 'ERR_OUTBOUND_TIMEOUT', hangs],
  ['sends elsewhere', 'ERR_OUTBOUND_REDIRECT', () => Response.redirect('http://atacante.exemplo/')],
]
test.each(TROUBLE)('a system that %s is a reason (%s), and nothing of what it said', async (_, reason, answer) => {
  peer.instead = answer
  expect(await inBills(CPF)).toEqual([`failed: ${reason}`])
  expect(kept.logs).not.toMatch(/segredo|529/)
})

test('a bill by which nothing can be paid is a reason', async () => {
  helena.bill({ ...bill, linha_digitavel: '', pix: '' })
  peer.instead = path => (path === 'get_boleto' ? Response.json({ type: 'error', message: '' }) : undefined)
  expect(await inBills(CPF)).toEqual(['failed: ERR_BILLING_ANSWER'])
})

test('the token goes to its own host alone', async () => {
  expect(plugin.hosts).toEqual(['setting:ipixc'])
  expect(await inBills(CPF, { ipixc: 'http://127.0.0.1:1' })).toEqual(['failed: ERR_OUTBOUND_PRIVATE_ADDRESS'])
})

test('it speaks the language of the company', async () => {
  expect((await says('hola', {}, { ...at(BILLS), language: 'es' }))[0]).toStartWith('say Escriba el *CPF* o *CNPJ* del titular.')
  expect((await says('hi', {}, { ...at(BILLS), language: 'en' }))[0]).toStartWith('say That CPF or CNPJ is not valid.')
})

test('a test asks the system, and keys that are missing are told at their fields', async () => {
  expect(await tries()).toEqual({ reply: 'Digite o *CPF* ou *CNPJ* do titular.' })
  expect(await tries({}, `cpf ${CPF}`)).toEqual({ reply: 'Olá, Helena!' })
  expect((await tries({}, '11.222.333/0001-81'))!.reply).toStartWith('Não encontrei cadastro')
  await expect(tries({ tokenixc: 'outro' })).rejects.toThrow('ERR_BILLING_KEY')
  expect(await issues({ ipixc: undefined, tokenixc: '' })).toEqual({ ipixc: ['Required'], tokenixc: ['Required'] })
})

test('where it is asked for, a bill is for who writes from a phone on file, and everybody else is a person’s', async () => {
  helena.bill(bill)
  expect(await inBills(CPF, { ownNumber: true })).toEqual(['say Para proteger os seus dados, uma pessoa vai atender você.', 'handOff'])
  expect(peer.asked).toEqual(['cliente'])
  peer.tables['cliente']![0]!['telefone_celular'] = '(11) 8765-4321'
  expect((await inBills(CPF, { ownNumber: true }))[0]).toStartWith('say Segue a 2ª via')
})

test('whose bills are read, their phones are too: the second contract of one CPF counts as well', async () => {
  helena.bill(bill)
  peer.client({ id: '8', cnpj_cpf: CPF, razao: 'HELENA PRADO DE SOUZA' })
  peer.tables['cliente']![1]!['whatsapp'] = '(11) 98765-4321'
  expect((await inBills(CPF, { ownNumber: true }))[0]).toStartWith('say Segue a 2ª via')
})
