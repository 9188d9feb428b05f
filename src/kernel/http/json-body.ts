import { AppError, invalid } from '../errors'
import type { byteBudget } from '../process/byte-budget'
import type { BodyBounds } from './limits'

/** Less is not counted, so that what people write waits for no large body, and for nobody who sends one slowly. */
const LEAST_HELD = 64 * 1024
/** From so many bytes on, others are served between two steps: counting, making, and looking at what was made. */
const LARGE = 256 * 1024

const tooLarge = () => new AppError('ERR_BODY_TOO_LARGE', 413)

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{')

/** How many values stand at most in a text of JSON, before any of them is made: many times as much work and memory as to count them. */
export function valuesIn(json: Uint8Array) {
  let values = 1
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (byte === QUOTE) i = endOfText(json, i + 1)
    else if (byte === COMMA || byte === LIST || byte === OBJECT) values++
  }
  return values
}
function endOfText(json: Uint8Array, from: number) {
  for (let i = from; i < json.length; i++) {
    const byte = json[i]
    if (byte === QUOTE) return i
    if (byte === BACKSLASH) i++
  }
  return json.length
}

/** A NUL in any text, at which the database ends a text that others read to its end. Without recursion: a body may be deep. */
function hasNul(body: unknown) {
  const open = [body]
  while (open.length) {
    const value = open.pop()
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) open.push(one)
  }
  return false
}

/** Reads a body whose length nobody knows, piece by piece; refuses it as soon as it is too long. */
function pieces(request: Request, most: number) {
  const reader = request.body!.getReader()
  let [bytes, size, isWhole] = [new Uint8Array(1024), 0, false]
  function take(value: Uint8Array) {
    if (size + value.length > most) {
      reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    if (size + value.length > bytes.length) {
      const grown = new Uint8Array(Math.min(most, 2 * (size + value.length)))
      grown.set(bytes.subarray(0, size))
      bytes = grown
    }
    bytes.set(value, size)
    size += value.length
  }
  return {
    /** Until there are more bytes than these, or all of them: whether that is all. */
    async read(until: number) {
      while (!isWhole && size <= until) {
        const { done, value } = await reader.read()
        if (done) isWhole = true
        else take(value)
      }
      return isWhole
    },
    bytes: () => bytes.subarray(0, size),
  }
}

/** What a request says of its length and the server holds it to; nothing of one that comes in chunks. */
function lengthOf({ headers }: Request) {
  const said = headers.has('transfer-encoding') ? null : headers.get('content-length')
  return said !== null && /^\d+$/.test(said) ? Number(said) : undefined
}

async function made(bytes: Uint8Array, most: number) {
  const values = valuesIn(bytes)
  if (values > most) throw tooLarge()
  const pause = () => bytes.length > LARGE && new Promise(setImmediate)
  await pause()
  const text = new TextDecoder().decode(bytes)
  const value = parsed(text)
  await pause()
  if (text.includes('\\u0000') && hasNul(value)) throw invalid()
  return { value, values }
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid()
  }
}

/** The body of a request as JSON, within its bounds; a large one is part of its company's share of memory while it is read. */
export async function jsonBody(request: Request, bounds: BodyBounds, holding: ReturnType<typeof byteBudget>, companyId: number) {
  if (!request.body) throw invalid()
  const length = lengthOf(request)
  if (length !== undefined && length > bounds.bytes) throw tooLarge()
  const whole = async (read: () => Promise<Uint8Array>) => {
    const bytes = await read().catch(error => {
      throw error instanceof AppError ? error : invalid()
    })
    if (bytes.length > bounds.bytes) throw tooLarge()
    return made(bytes, bounds.values)
  }
  if (length !== undefined) {
    const work = () => whole(() => request.bytes())
    return length > LEAST_HELD ? holding(length, work, companyId) : work()
  }
  const body = pieces(request, bounds.bytes)
  const readTo = (until: number) => async () => {
    await body.read(until)
    return body.bytes()
  }
  const isSmall = await body.read(LEAST_HELD).catch(error => {
    throw error instanceof AppError ? error : invalid()
  })
  return isSmall ? whole(readTo(LEAST_HELD)) : holding(bounds.bytes, () => whole(readTo(bounds.bytes)), companyId)
}
