import { until } from '../until'
import { ifNotBusy, PATIENCE_MS, type Installed } from './installation'

/** A write of the work, such as 'update on tickets' with or without a condition, or the end of the job: all is done, and only that it is done is not stored yet. */
export type Place = { write: string } | 'the end'

const VIEW =
  'create view if not exists forever as with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) as i from n'
const NAMES = ['parked', 'held', 'held_again'] as const
/** How often in a row somebody who writes is found at it, until that is for ever. */
const TIMES = 10

/**
 * Holds a kind of job in the middle of a transaction: by a trigger that reads a view without an end. The process is busy with it until
 * it is killed, and what it wrote is not committed.
 */
export function holder({ inDatabase, sql }: Installed) {
  const inOneGo = (statements: string[]) =>
    until(() => inDatabase(database => database.batch(statements, 'write').then(() => true)).catch(ifNotBusy), PATIENCE_MS, 'a write')
  const gone = NAMES.map(name => `drop trigger if exists ${name}`)

  function triggers(kind: string, place: Place) {
    const isIt = `old.kind = '${kind}' and old.state = 'running'`
    const heads =
      place === 'the end'
        ? [`delete on jobs when ${isIt}`, `update of due_at on jobs when ${isIt} and new.state in ('scheduled', 'waiting')`]
        : [
            `${place.write} ${/ when /.test(place.write) ? 'and' : 'when'} exists (select 1 from jobs where kind = '${kind}' and state = 'running')`,
          ]
    return heads.map((head, at) => `create trigger ${NAMES[at + 1]} before ${head} begin select i from forever; end`)
  }

  return {
    /** Jobs of the kind that are made from now on wait until they are let go; those of before are gone. */
    park: (kind: string) =>
      inOneGo([
        ...gone,
        `delete from jobs where kind = '${kind}' and state <> 'running'`,
        `create trigger parked after insert on jobs when new.kind = '${kind}'
          begin update jobs set state = 'scheduled', due_at = due_at + 864000000 where id = new.id; end`,
      ]),
    /** Lets the jobs of a kind go, up to a place, or to their end. */
    release: (kind: string, place?: Place) =>
      inOneGo([
        ...gone,
        VIEW,
        `update jobs set due_at = ${Date.now()} where kind = '${kind}' and state = 'scheduled'`,
        ...(place ? triggers(kind, place) : []),
      ]),
    /** Holds what runs again with the next start at another place, or no more: for a product that does not run. */
    moveTo: (kind: string, place?: Place) => inOneGo([...gone, ...(place ? triggers(kind, place) : [])]),
    async isHeld(kind: string) {
      let times = 0
      const isWriting = () =>
        inDatabase(database => database.execute('delete from jobs where false')).then(
          () => false,
          error => !ifNotBusy(error),
        )
      const isRunning = async () => (await sql("select 1 from jobs where kind = ? and state = 'running'", [kind])).length > 0
      await until(async () => (times = (await isRunning()) && (await isWriting()) ? times + 1 : 0) >= TIMES, PATIENCE_MS, `${kind} is held`)
    },
  }
}
