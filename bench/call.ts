import type { Installation } from '../tests/crash/product'

/** One request; `address` is where it seems to come from. */
export type Call = { method?: 'GET' | 'POST' | 'PUT'; path: string; token?: string; address?: string; body?: object }
export type Answer = {
  id?: number
  count?: number
  counters?: Record<string, number>
  version?: string
  token?: string
  tickets?: { id: number }[]
  messages?: unknown[]
  contacts?: unknown[]
  tags?: unknown[]
}
export type At = { product: Pick<Installation, 'url' | 'pid'> }

export const requestOf = ({ method = 'GET', path, token, address, body }: Call) => ({
  method,
  path,
  headers: {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(address && { 'x-forwarded-for': address }),
    ...(body && { 'content-type': 'application/json' }),
  } as Record<string, string>,
  body: body && JSON.stringify(body),
})

export async function ask({ product }: At, call: Call): Promise<Answer> {
  const { path, ...request } = requestOf(call)
  const response = await fetch(product.url() + path, request)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${request.method} ${path} answered ${response.status} ${text}`)
  return (text ? JSON.parse(text) : {}) as Answer
}
