import type { Store } from '#kernel/storage/libsql'

/** Tells which tables were written since it was asked before. What is rolled back was never written. */
export async function watchTables({ client }: Pick<Store, 'client'>): Promise<() => Promise<string[]>> {
  const { rows } = await client.execute(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`,
  )
  const triggers = rows.flatMap(({ name }) =>
    ['insert', 'update', 'delete'].map(
      verb => `create trigger told_${verb}_${name} after ${verb} on "${name}" begin insert into told (name) values ('${name}'); end`,
    ),
  )
  await client.executeMultiple(['create table told (at integer primary key, name text)', ...triggers].join(';\n'))
  let seen = 0
  return async () => {
    const written = await client.execute({ sql: 'select name, max(at) as at from told where at > ? group by name', args: [seen] })
    seen = Math.max(seen, ...written.rows.map(row => Number(row.at)))
    return written.rows.map(row => String(row.name))
  }
}
