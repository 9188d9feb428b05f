import { expect, test } from 'bun:test'
import { goTo, press, pressButton } from './agent'
import { look, type Size } from './browser'
import { pageOf, testShop } from './test-shop'

const { shop, sit } = await testShop()

for (const size of ['wide', 'phone'] as Size[])
  test(`the form of a connection has its parts, opens the one with an error, and is restarted with the others, ${size}`, async () => {
    const ana = await sit(size, size === 'wide' ? 'Ana Lima' : 'Bia Reis')
    const { page } = ana
    const { line, sheet } = pageOf(ana)
    await goTo(ana, 'Conexões')
    if (size === 'wide') {
      await pressButton(ana, 'Volume dos avisos', page.getByRole('banner').first())
      const slider = page.getByRole('slider', { name: 'Volume dos avisos' })
      await slider.fill('0.3')
      await page.getByText('30%').waitFor()
      expect(await look(ana, 'volume')).toEqual([])
      await page.keyboard.press('Escape')
      await pressButton(ana, 'Atualizar a página', page.getByRole('banner').first())
      await page.waitForFunction(() => localStorage.getItem('volume') === '0.3' && performance.navigation.type === 1)
    }
    await line('Loja').getByText('Conectada', { exact: true }).waitFor()
    await line('Loja').hover()
    await pressButton(ana, 'Mais ações de Loja')
    await press(ana, page.getByRole('menuitem', { name: 'Editar' }))
    const form = sheet('Editar conexão')
    const part = (name: string) => press(ana, form.getByRole('tab', { name }))
    expect(await look(ana, 'connection-general')).toEqual([])
    const unseen = form.getByText('Sem fila, quem escreve só aparece para administradores')
    expect(await unseen.count()).toBe(0)
    await pressButton(ana, /^Filas/, form)
    await press(ana, page.getByRole('option', { name: 'Suporte' }))
    await page.keyboard.press('Escape')
    await unseen.waitFor()
    expect(await look(ana, 'connection-no-queue')).toEqual([])
    await pressButton(ana, /^Filas/, form)
    await press(ana, page.getByRole('option', { name: 'Suporte' }))
    await page.keyboard.press('Escape')
    await unseen.waitFor({ state: 'detached' })
    await pressButton(ana, /^Fila de transferência/, form)
    await press(ana, page.getByRole('option', { name: 'Vendas' }))
    await form.getByLabel('Transferir após (minutos)').fill('10')
    await pressButton(ana, /^Filas/, form)
    await press(ana, page.getByRole('option', { name: 'Vendas' }))
    await page.keyboard.press('Escape')

    await part('Token da API')
    await pressButton(ana, 'Gerar um token novo', form)
    const token = await form.getByLabel('Token', { exact: true }).inputValue()
    expect(token).toMatch(/^[\da-f]{48}$/)
    await pressButton(ana, 'Copiar o token', form)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    expect(await look(ana, 'connection-token')).toEqual([])
    if (size === 'wide') {
      await pressButton(ana, /^Salvar conexão/, form)
      await form.getByText('A mensagem de saudação é obrigatória quando há mais de uma fila').waitFor()
      ana.forgive(/^400 PUT/)
    } else await part('Mensagens')
    expect(await look(ana, 'connection-messages')).toEqual([])
    await form.getByLabel('Mensagem de saudação').fill('Olá! Escolha uma fila:')
    await form.getByLabel('Mensagem de despedida').fill('Obrigada!')
    await part('Robô')
    expect(await form.getByLabel('Vezes que o menu de filas é enviado').inputValue()).toBe('3')
    expect(await look(ana, 'connection-robot')).toEqual([])
    await part('Inatividade')
    await form.getByLabel('Encerrar sozinho após (horas)').fill('12')
    await form.getByLabel('Mensagem ao encerrar').fill('Encerrado por aqui.')
    expect(await look(ana, 'connection-inactivity')).toEqual([])
    await pressButton(ana, /^Salvar conexão/, form)
    await form.waitFor({ state: 'detached' })
    expect(await shop.owner.get('/whatsapp/1')).toMatchObject({
      ...{
        greetingMessage: 'Olá! Escolha uma fila:',
        farewellMessage: 'Obrigada!',
        expiresTicket: 12,
        timeToTransfer: 10,
        maxUseBotQueues: 3,
      },
      ...{ expiresInactiveMessage: 'Encerrado por aqui.', hasToken: true, token: '' },
    })

    await pressButton(ana, 'Mais ações', page.locator('.page-head'))
    await press(ana, page.getByRole('menuitem', { name: 'Reiniciar todas' }))
    await pressButton(ana, 'Reiniciar todas', page.getByRole('dialog'))
    await page.getByText('Aguarde... reiniciando...').first().waitFor()
    expect(await look(ana, 'connections-restarting')).toEqual([])
    await line('Loja').getByText('Conectada', { exact: true }).waitFor()
    await shop.owner.put('/whatsapp/1', { queueIds: [1], transferQueueId: null, greetingMessage: '' })
  })
