import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openPage } from '../../tests/page'

let page: ReturnType<typeof openPage>
let say: { i18n: typeof import('../kit/i18n'); [page: string]: { [name: string]: unknown } | undefined }
beforeAll(async () => {
  page = openPage(0, { token: '' })
  say = {
    i18n: await import('../kit/i18n'),
    billing: await import('./billing/texts'),
    brand: await import('./settings/brand/texts'),
    companies: await import('./companies/texts'),
    connections: await import('./connections/texts'),
    crud: await import('../crud/words'),
    'forgot-password': await import('./forgot-password/texts'),
    helps: await import('./helps/texts'),
    invoices: await import('./invoices/texts'),
    kanban: await import('./kanban/texts'),
    'messages-api': await import('./messages-api/texts'),
    plans: await import('./plans/texts'),
    plugins: await import('./plugins/texts'),
    queues: await import('./queues/texts'),
    settings: await import('./settings/texts'),
    tickets: await import('./tickets/dialogs/texts'),
  }
  await Promise.all([say.i18n.setLanguage('pt'), say.i18n.allTexts()])
})
afterAll(() => page.close())

const DONE = 'Operação realizada com sucesso!'
/** Sentences that clients of this family have in common, and where a page says them: people who come from one read what they know. */
const SENTENCES: [page: string, key: string, sentence: string][] = [
  ['settings', 'saved', 'Operação atualizada com sucesso.'],
  ['settings', 'hoursSaved', 'Horários atualizados com sucesso.'],
  ['settings', 'brand', 'Logo'],
  ['settings', 'companies', 'Empresas'],
  ['settings', 'newCompany', 'Cadastrar Empresa'],
  ['settings', 'plans', 'Planos'],
  ['settings', 'helps', 'Ajuda'],
  ['brand', 'sent', 'Arquivo enviado com sucesso!'],
  ['billing', 'termsSaved', 'Operação atualizada com sucesso.'],
  ...['companies', 'plans', 'helps'].flatMap(page =>
    ['created', 'saved', 'removed'].map((key): [string, string, string] => [page, key, DONE]),
  ),
  ['kanban', 'tagAdded', 'Ticket Tag Adicionado com Sucesso!'],
  ['kanban', 'tagRemoved', 'Ticket Tag Removido!'],
  ['messages-api', 'sent', 'Mensagem enviada com sucesso'],
  ['forgot-password', 'mailed', 'Email enviado com sucesso!'],
  ['forgot-password', 'done', 'Senha redefinida com sucesso.'],
  ['invoices', 'waitingToast', 'Assinatura realizada com sucesso!, aguardando a realização do pagamento'],
  ['connections', 'restarting', 'Aguarde... reiniciando...'],
  ['crud', 'noPlan', 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'],
  ['crud', 'noRight', 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'],
  ['tickets', 'noteAdded', 'Observação adicionada com sucesso!'],
  ['tickets', 'noteDeleted', 'Observação excluída com sucesso!'],
]
type Words = ((key: string) => string) & { find(key: string): string | undefined }
const textOf = (page: string, key: string) => (say[page]!['words'] as Words).find(key)

test.each(SENTENCES)('%s says %s in the words of the family: %s', (page, key, sentence) => {
  expect(textOf(page, key)).toBe(sentence)
})

test.each([
  ['ERR_NO_SUPER', 'Sem permissão para acessar!'],
  ['ERR_LOGO_TYPE', 'Use somente arquivos em formato PNG, ICO ou SVG!'],
  ['ERR_FILE_REQUIRED', 'Escolha um arquivo!'],
  ['ERR_QUEUE_REQUIRED', 'Selecione uma fila'],
])('a refusal by %s begins so: %s', (code, sentence) => {
  expect(say.i18n.translated(`error.${code}`)).toStartWith(sentence)
})

test('queues are saved and deleted in the sentences that clients show in English', async () => {
  await say.i18n.setLanguage('en')
  expect([textOf('queues', 'saved'), textOf('queues', 'removed')]).toEqual(['Queue saved successfully', 'Queue deleted successfully!'])
  await say.i18n.setLanguage('pt')
})

test('one of something is said as one', () => {
  const uses = (n: number) => (say['plugins']!['words'] as (key: string, slots: object) => string)('uses', { n })
  expect([uses(0), uses(1), uses(2)]).toEqual(['0 integrações', '1 integração', '2 integrações'])
})
