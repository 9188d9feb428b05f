import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { files } from '.'

const { norte, sul } = await testOffice()

type Option = { id: number; fileId: number; name: string; path: string; mediaType: string; mediaPath: string | null; size: number | null }
type List = { id: number; name: string; message: string; options: Option[] }
const { client } = norte.staff.admin
const make = async (name: string, options: string[] = []) =>
  (await client.post<List>('/files', { name, message: 'Segue', options: options.map(one => ({ name: one, path: '', mediaType: '' })) }))
    .body
const named = ({ options }: List) => options.map(({ name }) => name)
/** As clients of the family send them: fields that say nothing here, then the files, each with the option that it is of. */
function formOf(sent: [id: number, content: string, name: string][]) {
  const form = new FormData()
  form.append('fileId', '1')
  form.append('typeArch', 'fileList')
  for (const [id, content, name] of sent) {
    form.append('files', new File([content], name, { type: 'application/pdf' }))
    form.append('mediaType', 'application/pdf')
    form.append('name', name)
    form.append('id', String(id))
  }
  return form
}

test('a list keeps its options in their order; one of a known id stays with its file, and one left out goes', async () => {
  const list = await make('Tabela de planos', ['Casa', 'Empresa'])
  expect(list).toMatchObject({ name: 'Tabela de planos', message: 'Segue', options: [{ fileId: list.id, path: '', mediaType: '' }, {}] })
  const [home, office] = list.options
  expect((await client.post(`/files/uploadList/${list.id}`, formOf([[office!.id, 'conteúdo', 'planos.pdf']]))).body).toEqual({
    mensagem: 'Arquivos atualizados',
  })
  const options = [{ id: office!.id, name: 'Empresas' }, { name: 'Nova' }]
  const { body } = await client.put<List>(`/files/${list.id}`, { options })
  expect(named(body)).toEqual(['Empresas', 'Nova'])
  expect(body.options[0]).toMatchObject({ id: office!.id, path: 'planos.pdf', mediaType: 'application/pdf', size: 9 })
  expect((await client.get(body.options[0]!.mediaPath!)).text).toBe('conteúdo')
  expect(body.options.map(({ id }) => id)).not.toContain(home!.id)
  expect((await client.delete(`/files/${list.id}`)).body).toEqual({ message: 'File List deleted' })
})

test('the files that are there are read in their order, for whoever sends them', async () => {
  const list = await make('Para enviar', ['Um', 'Sem arquivo', 'Dois'])
  const [one, , two] = list.options
  await client.post(
    `/files/uploadList/${list.id}`,
    formOf([
      [two!.id, 'dois', '2.pdf'],
      [one!.id, 'um', '1.pdf'],
    ]),
  )
  expect((await files.filesOf(norte.ctx, list.id)).map(({ mediaName, size }) => [mediaName, size])).toEqual([
    ['1.pdf', 2],
    ['2.pdf', 4],
  ])
})

test('a file goes to options of the list alone, and none of several is kept unless all can be', async () => {
  const [list, other] = [await make('Esta', ['Um']), await make('Outra', ['Dois'])]
  const refused = await client.post(
    `/files/uploadList/${list.id}`,
    formOf([
      [list.options[0]!.id, 'um', '1.pdf'],
      [other.options[0]!.id, 'dois', '2.pdf'],
    ]),
  )
  expect(refused.status).toBe(404)
  expect((await client.get<List>(`/files/${list.id}`)).body.options[0]!.path).toBe('')
  const empty = formOf([[list.options[0]!.id, '', 'vazio.pdf']])
  expect(await client.post(`/files/uploadList/${list.id}`, empty)).toMatchObject({ status: 400, body: { code: 'ERR_FILE_EMPTY' } })
  expect((await sul.staff.admin.client.post(`/files/uploadList/${list.id}`, formOf([[list.options[0]!.id, 'x', 'x.pdf']]))).status).toBe(
    404,
  )
  const stolen = await client.put<List>(`/files/${other.id}`, { options: [{ id: list.options[0]!.id, name: 'Roubada' }] })
  expect(stolen.body.options[0]!.id).not.toBe(list.options[0]!.id)
  expect(named((await client.get<List>(`/files/${list.id}`)).body)).toEqual(['Um'])
})

test('no more files are taken at once than a list has, however often one of its options is named', async () => {
  const list = await make('Muitas de uma vez', ['Um'])
  const [one] = list.options
  const form = formOf(Array.from({ length: 11 }, (_, n) => [one!.id, `arquivo ${n}`, `${n}.pdf`]))
  expect(await client.post(`/files/uploadList/${list.id}`, form)).toMatchObject({ status: 400, body: { code: 'ERR_TOO_MANY_FILES' } })
})

test('a list is found by its name and by those of its files; agents read it and change nothing', async () => {
  const { id, options } = await make('Kit de boas-vindas', ['Contrato'])
  await client.post(`/files/uploadList/${id}`, formOf([[options[0]!.id, 'x', 'minuta-2026.pdf']]))
  const found = async (text: string) =>
    (await norte.staff.ana.client.get<{ files: List[] }>(`/files?searchParam=${text}`)).body.files.map(list => list.id)
  for (const text of ['BOAS-VINDAS', 'contrato', 'minuta']) expect(await found(text)).toEqual([id])
  expect(await found('%')).toEqual([])
  expect((await norte.staff.ana.client.put(`/files/${id}`, { name: 'Minha' })).status).toBe(403)
})

test('a name is taken once a company; a short one, a list without a message and too many files are refused at their field', async () => {
  const body = { name: 'Repetida', message: 'Oi' }
  expect((await client.post('/files', body)).status).toBe(200)
  const details = async (more: object) => (await client.post<{ details: object }>('/files', { ...body, ...more })).body.details
  expect(await details({})).toEqual({ name: ['Este nome já está em uso'] })
  expect(await details({ name: 'ab' })).toEqual({ name: ['nome muito curto'] })
  expect(await details({ message: ' ' })).toEqual({ message: ['Obrigatório'] })
  expect(await details({ name: 'Muitos', options: Array(11).fill({ name: 'x' }) })).toEqual({ options: ['Too Long!'] })
  expect((await sul.staff.admin.client.post('/files', body)).status).toBe(200)
})

test('a file that comes is told to the company', async () => {
  const { id, options } = await make('Contada', ['Um'])
  const socket = await norte.staff.ana.client.socket()
  await client.post(`/files/uploadList/${id}`, formOf([[options[0]!.id, 'x', 'x.pdf']]))
  const { payload } = await socket.next(`company-${norte.id}-file`, ({ action }) => action === 'update')
  expect(payload.fileList).toMatchObject({ id, options: [{ path: 'x.pdf' }] })
  socket.close()
})
