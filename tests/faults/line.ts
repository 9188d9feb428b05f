import { connections, type Company, type Office, until } from '../factories'

/** A connection that is linked to a number of the simulated WhatsApp. */
export type Line = { id: number; account: string; name: string }

const LINK_MS = 90_000
let made = 0

/** Links so many more connections of a company, all at once. */
export async function openLines({ product }: Office, { ctx }: Company, count: number): Promise<Line[]> {
  const { control } = await product.sandbox.start()
  return Promise.all(
    Array.from({ length: count }, async () => {
      const name = `Linha ${++made}`
      const account = `55119900${String(made).padStart(5, '0')}`
      const connection = await connections.create(ctx, { name, sandbox: true })
      product.channel.start(connection)
      // Many at once, on a machine that has much else to do, may need another try.
      await until(() => product.sandbox.link(() => connections.load(ctx, connection.id), account), LINK_MS, `${name} linked`)
      control.addPhone({ phone: customerOf(account), name: `Cliente da ${name}` })
      return { id: connection.id, account, name }
    }),
  )
}

export const customerOf = (account: string) => account.replace(/^55119900/, '55219800')

/** What the customers wrote on a connection, as it is stored. */
export async function stored({ store }: Office, { id }: Line): Promise<string[]> {
  const { rows } = await store.client.execute({
    sql: 'select body from messages where connection_id = ? and from_me = 0 order by id',
    args: [id],
  })
  return rows.map(row => String(row.body))
}
