import { type ReactNode, useState } from 'react'
import { fieldsOf, type Api, type Listed, type Schema, typeOf } from './types'
import { words } from './texts'

const COLORS: Record<string, string> = { get: '#3b6fd4', post: '#2f8f3a', put: '#a8690a', delete: '#c4403c' }

/** One address: its method, who may ask, what it takes and what it answers. What is in it is drawn when it is opened. */
export function OperationCard({ api, method, path, operation }: Listed & { api: Api }) {
  const [open, setOpen] = useState(false)
  const { parameters = [], requestBody, security, responses, 'x-right': right } = operation
  const schemes = security.map(one => Object.keys(one)[0] ?? '').filter(Boolean)
  return (
    <details className="op" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="ep">
        <span className="chip" style={{ '--c': COLORS[method] }}>
          {method.toUpperCase()}
        </span>
        <code>{path}</code>
        <span className="faint t-meta ml-auto">{schemes.length ? words.find(schemes[0]!) : words('open')}</span>
      </summary>
      {open && (
        <div className="grid gap-4 p-3">
          {right && <p className="muted t-body">{words('right', { right })}</p>}
          {parameters.length > 0 && (
            <Part title={words('parameters')}>
              <Fields rows={parameters.map(({ name, schema, required, in: place }) => [`${name} (${place})`, schema, required])} />
            </Part>
          )}
          {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
            <Part key={type} title={words('body', { type })}>
              <Fields rows={fieldsOf(schema)} />
            </Part>
          ))}
          {Object.entries(responses).map(([status, response]) => {
            const name = response.$ref?.split('/').at(-1) ?? status
            const schema = (api.components.responses[name] ?? response).content?.['application/json']?.schema
            const refusal = words.find(`refused.${name}`)
            return (
              <Part key={status} title={refusal ? `${status} · ${refusal}` : words('answer', { status })}>
                {schema && !refusal && <Fields rows={fieldsOf(schema)} type={typeOf(schema)} />}
              </Part>
            )
          })}
        </div>
      )}
    </details>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h3 className="font-medium t-meta muted">{title}</h3>
    {children}
  </section>
)

/** So deep a row is drawn open. */
const DEPTH = 2

function Fields({ rows, type, depth = 0 }: { rows: [string, Schema, boolean][]; type?: string; depth?: number }) {
  if (!rows.length) return type ? <code className="muted">{type}</code> : null
  return (
    <ul className="op-fields">
      {rows.map(([name, schema, isRequired]) => {
        const inner = fieldsOf(schema)
        return (
          <li key={name}>
            <code className="font-medium">{name}</code> <code className="muted">{typeOf(schema)}</code>{' '}
            {isRequired && <span className="faint t-meta">{words('required')}</span>}
            {inner.length > 0 &&
              (depth < DEPTH ? (
                <Fields rows={inner} depth={depth + 1} />
              ) : (
                <code className="faint"> {`{ ${inner.map(([key]) => key).join(', ')} }`}</code>
              ))}
          </li>
        )
      })}
    </ul>
  )
}
