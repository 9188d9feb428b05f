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

/** Refuses by Content-Length at once, else as soon as so many bytes were read. */
async function read(request: Request, most: number): Promise<Uint8Array> {
  if (lengthOf(request) !== undefined) return request.bytes()
  const reader = request.body!.getReader()
  let [bytes, size] = [new Uint8Array(1024), 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, size)
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
  const size = lengthOf(request) ?? bounds.bytes
  if (size > bounds.bytes) throw tooLarge()
  const work = async () => {
    const bytes = await read(request, bounds.bytes).catch(error => {
      throw error instanceof AppError ? error : invalid()
    })
    if (bytes.length > bounds.bytes) throw tooLarge()
    return made(bytes, bounds.values)
  }
  return size > LEAST_HELD ? holding(size, work, companyId) : work()
}
