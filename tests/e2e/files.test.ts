import { expect, test } from 'bun:test'
import { drag, drop, goTo, press, pressButton } from './agent'
import { look, type Size, sizes } from './browser'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()
const pdf = (name: string, content = name) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) })

for (const size of Object.keys(sizes) as Size[])
  test(`files, ${size} > a list is made with its files, which are put in order, exchanged and deleted`, async () => {
    const ana = await sit(size, `Ana${size} Lima`)
    const { page } = ana
    const { line, sheet, create } = pageOf(ana)
    const name = `Planos ${size}`
    await goTo(ana, 'Arquivos')
    if (size === 'wide') {
      await page.getByText('Envie vários arquivos de uma vez').waitFor()
      expect(await look(ana, 'files-empty')).toEqual([])
    }
    await create(/^Nova lista/)
    const form = sheet('Nova lista')
    await form.getByLabel('Nome', { exact: true }).fill(name)
    await form.getByLabel('Mensagem').fill('Olá, {{firstName}}, seguem os planos')
    await form.locator('input[type=file]').setInputFiles([pdf('casa.pdf'), pdf('empresa.pdf'), pdf('vazio.pdf', '')])
    await page.getByText('vazio.pdf está vazio').waitFor()
    const names = () => form.getByRole('listitem').evaluateAll(rows => rows.map(row => row.querySelector('input')!.value))
    expect(await names()).toEqual(['casa', 'empresa'])
    await form.getByLabel('Nome de empresa.pdf').fill('Para empresas')
    await form.getByRole('button', { name: 'Mover Para empresas' }).press('ArrowUp')
    await form.getByRole('status').filter({ hasText: 'Para empresas está na posição 1' }).waitFor()
    expect(await look(ana, 'file-sheet')).toEqual([])
    await pressButton(ana, /^Criar lista/, form)
    await form.waitFor({ state: 'detached' })
    await line(name).getByText('2 arquivos').waitFor()
    expect(await look(ana, 'files')).toEqual([])

    await press(ana, line(name).getByText(name))
    const edit = sheet(name)
    await edit.getByText('empresa.pdf · 0,1').waitFor()
    if (size === 'wide') {
      const grips = edit.locator('.grip')
      await drag(ana, grips.nth(0), grips.nth(1), edit.locator('.is-after'))
      await drop(ana)
      await edit.getByRole('status').filter({ hasText: 'Para empresas está na posição 2' }).waitFor()
    }
    await pressButton(ana, 'Tirar casa', edit)
    await edit.locator('input[type=file]').setInputFiles(pdf('casa-2027.pdf'))
    await page.route('**/files/uploadList/*', route => route.abort(), { times: 1 })
    await pressButton(ana, /^Salvar lista/, edit)
    await edit.getByText('o arquivo não subiu').waitFor()
    ana.forgive(/uploadList/)
    await pressButton(ana, /^Salvar lista/, edit)
    await edit.waitFor({ state: 'detached' })
    const { files } = await shop.owner.get<{ files: { name: string; options: { path: string; mediaPath: string | null }[] }[] }>('/files')
    const kept = files.find(list => list.name === name)!
    expect(kept.options.map(({ path }) => path)).toEqual(['empresa.pdf', 'casa-2027.pdf'])
    expect(kept.options.every(({ mediaPath }) => mediaPath)).toBe(true)

    await line(name).hover()
    await pressButton(ana, `Excluir ${name}`, line(name))
    await pressButton(ana, /^Excluir lista/, sheet(/^Excluir a lista/))
    await line(name).waitFor({ state: 'detached' })
  })
