import { CircleAlert, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type * as v from 'valibot'
import { checkRow, type Wrong } from '../../../src/kernel/media/check-row'
import { ApiError, post } from '../../kit/api'
import { Dialog } from '../../kit/dialog'
import { errorText } from '../../kit/errors'
import { SPREADSHEET, TOO_LARGE } from '../../../src/kernel/media/spreadsheet-limits'
import { downloadCsv, fieldsInFile, namesKnown } from '../export'
import type { SheetSpec } from '../sheet'
import { labelOf, sayer } from '../words'
import { inWorker } from './client'
import { readerOf } from './cells'
import { FACT, isFact, isHeadless, matchColumns, type ReadRow, rowsOf, type Target } from './columns'
import { LeftOut, type Refused } from './left-out'
import { Outcome } from './outcome'
import { repeatsIn } from './repeats'
import { words } from './texts'

/** Rows of one request. */
const BATCH = 500

type Spec = Pick<SheetSpec<{ id: number }>, 'body' | 'words' | 'fields'> & {
  api: { path: string }
  importing?: Importing
}

export type Importing = {
  /** Where its rows go; to {path}/import without it. */
  path?: `/${string}`
  /** What a row must be, where the server asks for something else than the body. */
  row?: v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>
  /** What it brings beside the fields of the body. */
  also?: Target[]
  /** Any other column may be kept under its own head: what that is called. */
  facts?: string
  /** Stands below what became of the rows. */
  after?: () => ReactNode
}
/** `first` is the line of the file with which the rows begin. */
export type Loaded = { heads: string[]; rows: string[][]; first: number; sheet: string; columns: string[] }
export type Step =
  | { at: 'file'; problem?: string }
  | { at: 'reading' }
  | { at: 'columns' }
  | { at: 'running'; done: number; of: number }
  | { at: 'done'; created: number; known: number; repeated: number; refused: Refused[]; stoppedAt?: number; problem?: string }

const isAsked = (field: v.ObjectEntries[string] | undefined) => field !== undefined && field.type !== 'optional'

/** The fields that a spreadsheet can fill: those that the server takes from one. */
const fieldsOf = (spec: Spec) => fieldsInFile(spec).filter(({ name }) => name in (spec.importing?.row ?? spec.body).entries)
const targetsOf = (spec: Spec): Target[] => [
  ...fieldsOf(spec).map(field => ({
    name: field.name,
    label: labelOf(spec.words, field.name),
    isRequired: (!field.isOptional && field.input !== 'color') || isAsked(spec.importing?.row?.entries[field.name]),
    isSwitch: field.input === 'switch',
    heads: spec.words.find(`${field.name}Heads`)?.split(', ') ?? [],
    read: readerOf(field, spec.words),
  })),
  ...(spec.importing?.also ?? []),
]

/** The head of a column in the model, with what its cells take. */
const headOf = ({ label, isSwitch }: Target) => (isSwitch ? words('yesOrNo', { label }) : label)

/** Rows that are shown before anything is sent. */
const SAMPLE = 3

/** What will be left out: what cannot be read, and what the server would refuse. */
/** What the server answers of a part. */
type Taken = { created: number; known?: number; refused: Refused[] }

const refusedOf = (rows: ReadRow[], { body, importing }: Spec): Refused[] =>
  rows.flatMap(({ given, misread }, row) => {
    const checked = checkRow(importing?.row ?? body, given)
    const wrong: Wrong = 'wrong' in checked ? checked.wrong : { details: {} }
    const details = { ...wrong.details, ...misread }
    return Object.keys(details).length ? [{ row, ...wrong, details }] : []
  })

/** Text under the name of a workbook, which begins as a ZIP or an OLE file does. */
const isMisnamed = async (file: File) =>
  /\.xlsx?$/i.test(file.name) && ![0x4b50, 0xcfd0].includes(new Uint16Array(await file.slice(0, 2).arrayBuffer())[0]!)

/** Adds the rows of a spreadsheet: which column goes where, what it will look like, and what was left out and why. */
export default function ImportSheet({ spec, done, close }: { spec: Spec; done: () => void; close: () => void }) {
  const say = sayer(spec.words)
  const [step, setStep] = useState<Step>({ at: 'file' })
  const [loaded, setLoaded] = useState<Loaded>()
  const isStopped = useRef(false)
  const targets = targetsOf(spec)
  const missing = targets.filter(({ name, isRequired }) => isRequired && !loaded?.columns.includes(name))
  const { going, refused } = useMemo(() => {
    const rows = loaded && !missing.length ? rowsOf(loaded, targets) : []
    const refused = refusedOf(rows, spec)
    const isRefused = new Set(refused.map(({ row }) => row))
    return { refused, going: rows.flatMap(({ given }, row) => (isRefused.has(row) ? [] : { given, row })) }
  }, [loaded])

  async function read(file: File) {
    if (file.size > SPREADSHEET.megabytes * 2 ** 20) return setStep({ at: 'file', problem: words('tooMany') })
    setStep({ at: 'reading' })
    try {
      const { table, sheet } = await inWorker({ task: 'read', file: await file.arrayBuffer() })
      await namesKnown(fieldsOf(spec))
      const named = table[0] && !isHeadless(table[0])
      const heads = named ? table[0]! : (table[0] ?? []).map((_, i) => words('nth', { n: i + 1 }))
      const rows = named ? table.slice(1) : table
      if (!rows.length) return setStep({ at: 'file', problem: words((await isMisnamed(file)) ? 'unreadable' : 'empty') })
      setLoaded({
        heads,
        rows,
        first: named ? 2 : 1,
        sheet: /\.csv$/i.test(file.name) ? file.name : `${file.name}, ${sheet}`,
        columns: matchColumns(heads, targets),
      })
      setStep({ at: 'columns' })
    } catch (error) {
      setStep({ at: 'file', problem: words(error instanceof Error && error.message === TOO_LARGE ? 'tooMany' : 'unreadable') })
    }
  }
  async function run() {
    const all = going.map(({ given }) => given)
    const leftOut: Refused[] = []
    let [created, known] = [0, 0]
    let problem: string | undefined
    let at = 0
    isStopped.current = false
    const to = spec.importing?.path ?? `${spec.api.path}/import`
    for (let size = BATCH; at < all.length && !isStopped.current;) {
      setStep({ at: 'running', done: at, of: all.length })
      try {
        const answer = await post<Taken>(to, { rows: all.slice(at, at + size) })
        created += answer.created
        known += answer.known ?? 0
        leftOut.push(...answer.refused.map(one => ({ ...one, row: at + one.row })))
        at += size
      } catch (error) {
        // Rows with much in them go in smaller parts.
        if (error instanceof ApiError && error.status === 413 && size > 1) size = Math.ceil(size / 2)
        else {
          problem = errorText(error)
          // Of a part that broke off, what was taken before it did.
          const taken = error instanceof ApiError ? (error.body.details as Partial<Taken> | undefined) : undefined
          created += taken?.created ?? 0
          known += taken?.known ?? 0
          break
        }
      }
    }
    const repeated = repeatsIn(all.slice(0, at), leftOut)
    const without = [...refused, ...leftOut.map(one => ({ ...one, row: going[one.row]!.row }))].sort((a, b) => a.row - b.row)
    setStep({ at: 'done', created, known, repeated, refused: without, problem, stoppedAt: going[at]?.row })
    done()
  }
  const choose = (column: number, name: string) =>
    setLoaded(
      now => now && { ...now, columns: now.columns.map((one, i) => (i === column ? name : one === name && !isFact(name) ? '' : one)) },
    )
  const isDirty = step.at === 'columns' || step.at === 'running'
  return (
    <Dialog
      title={say('import')}
      width={680}
      close={close}
      dirty={isDirty}
      footer={
        step.at !== 'file' &&
        step.at !== 'reading' && (
          <>
            {step.at === 'columns' && (
              <>
                {missing.length > 0 && (
                  <span className="mr-auto faint t-meta">{words('missing', { names: missing.map(({ label }) => label).join(', ') })}</span>
                )}
                <button type="button" className="btn btn-quiet" onClick={() => setStep({ at: 'file' })}>
                  {words('other')}
                </button>
                <button type="button" className="btn btn-primary" disabled={missing.length > 0 || !going.length} onClick={() => void run()}>
                  {words('go', { n: going.length })}
                </button>
              </>
            )}
            {step.at === 'running' && (
              <button type="button" className="btn btn-quiet" onClick={() => (isStopped.current = true)}>
                {words('stop')}
              </button>
            )}
            {step.at === 'done' && (
              <button type="button" className="btn btn-primary" onClick={close}>
                {words('done')}
              </button>
            )}
          </>
        )
      }
    >
      {step.at === 'file' && <Drop problem={step.problem} read={read} template={() => downloadCsv(say('import'), [targets.map(headOf)])} />}
      {step.at === 'reading' && (
        <p className="muted" role="status">
          <span className="loading loading-spinner" style={{ width: 14 }} /> {words('reading')}
        </p>
      )}
      {step.at === 'columns' && loaded && <Columns {...loaded} {...{ targets, refused, choose }} facts={spec.importing?.facts} />}
      {step.at === 'running' && (
        <div role="status">
          <progress className="bar" max={step.of} value={step.done} aria-label={say('import')} />
          <p className="help">{words('progress', { done: step.done, n: step.of })}</p>
        </div>
      )}
      {step.at === 'done' && loaded && <Outcome {...step} {...loaded} targets={targets} after={spec.importing?.after?.()} />}
    </Dialog>
  )
}

function Drop({ problem, read, template }: { problem?: string; read: (file: File) => void; template: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) read(file)
  }
  return (
    <>
      <div className="drop-box" onDrop={drop} onDragOver={event => event.preventDefault()}>
        <FileSpreadsheet className="icon icon-xl faint" aria-hidden />
        <b className="font-medium">{words('drop')}</b>
        <p className="muted t-meta">{words('dropText')}</p>
        <button type="button" className="btn btn-primary" onClick={() => input.current?.click()}>
          {words('choose')}
        </button>
        <button type="button" className="btn btn-quiet btn-sm" onClick={template}>
          {words('template')}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={words('choose')}
          accept=".csv,.xls,.xlsx"
          onChange={event => {
            const [file] = event.currentTarget.files ?? []
            if (file) read(file)
          }}
        />
      </div>
      {problem && (
        <p className="err mt-2" role="alert">
          <CircleAlert className="icon icon-sm" aria-hidden />
          {problem}
        </p>
      )}
    </>
  )
}

type ColumnsProps = Loaded & { targets: Target[]; refused: Refused[]; facts?: string; choose: (column: number, name: string) => void }

function Columns(props: ColumnsProps) {
  const { heads, rows, sheet, columns, targets, refused, facts, choose } = props
  const shown = columns.flatMap((name, i) => {
    const label = isFact(name) ? heads[i] : targets.find(target => target.name === name)?.label
    return label ? [{ label, i }] : []
  })
  const isOut = new Set(refused.map(({ row }) => row))
  const sample = rows.filter((_, row) => !isOut.has(row)).slice(0, SAMPLE)
  return (
    <>
      <p className="muted mb-3">{words('file', { sheet, n: rows.length })}</p>
      <div className="table-box">
        <table className="data">
          <thead>
            <tr>
              <th>{words('column')}</th>
              <th>{words('sample')}</th>
              <th>{words('goesTo')}</th>
            </tr>
          </thead>
          <tbody>
            {heads.map((head, i) => (
              <tr key={i}>
                <td className="font-medium">{head || i + 1}</td>
                <td className="muted">
                  <span className="clip block max-w-48">{rows.find(row => row[i])?.[i]}</span>
                </td>
                <td>
                  <select
                    className="select"
                    aria-label={`${words('goesTo')}: ${head}`}
                    value={columns[i]}
                    onChange={event => choose(i, event.currentTarget.value)}
                  >
                    <option value="">{words('skip')}</option>
                    {targets.map(({ name, label }) => (
                      <option key={name} value={name}>
                        {label}
                      </option>
                    ))}
                    {facts && head && <option value={FACT}>{facts}</option>}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LeftOut {...props} title={words('willRefuse', { n: refused.length })} most={SAMPLE} />
      {shown.length > 0 && sample.length > 0 && (
        <>
          <h3 className="lbl mt-4 mb-1 font-medium">{words('preview')}</h3>
          <div className="table-box">
            <table className="data">
              <thead>
                <tr>
                  {shown.map(({ label, i }) => (
                    <th key={i}>{label}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sample.map((row, line) => (
                  <tr key={line}>
                    {shown.map(({ i }) => (
                      <td key={i}>
                        <span className="clip block max-w-48">{row[i]}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  )
}
