import { AppError, invalid } from '../errors'
import type { byteBudget } from '../process/byte-budget'
import type { BodyBounds } from './limits'
import { minimumRate } from './minimum-rate'

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

/** Reads a body piece by piece; refuses it as soon as it is longer than it may be. */
function pieces(reader: ReadableStreamDefaultReader<Uint8Array>, most: number) {
  let [bytes, size, isWhole] = [new Uint8Array(1024), 0, false]
  function take(value: Uint8Array) {
    if (size + value.length > most) throw tooLarge()
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
    async read(until: number, { read } = { read: () => reader.read() }) {
      try {
        while (!isWhole && size <= until) {
          const { done, value } = await read()
          if (done) isWhole = true
          else take(value)
        }
        return isWhole
      } catch (error) {
        reader.cancel().catch(() => undefined)
        throw error instanceof AppError ? error : invalid()
      }
    },
    bytes: () => bytes.subarray(0, size),
  }
}

/** What a request says of its length and the server holds it to; nothing of one that comes in chunks. */
function lengthOf({ headers }: Request) {
  const said = headers.has('transfer-encoding') ? null : headers.get('content-length')
  return said !== null && /^\d+$/.test(said) ? Number(said) : undefined
}

async function made(bytes: Uint8Array, bounds: BodyBounds) {
  const values = bytes.length > bounds.bytes ? Infinity : valuesIn(bytes)
  if (values > bounds.values) throw tooLarge()
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

type Turn = (work: () => Promise<void>) => Promise<void>
type Holding = { holding: ReturnType<typeof byteBudget>; companyId: number; turn: Turn; windowMs?: number }
type Read = Awaited<ReturnType<typeof made>>

/**
 * Works with the body of a request as JSON, within its bounds, once it is there and its turn has come. A large one is part of its company's
 * share of memory until then, and is given up when its sender stalls.
 */
export async function withJson(
  request: Request,
  bounds: BodyBounds,
  { holding, companyId, turn, windowMs }: Holding,
  work: (read: Read) => Promise<void>,
): Promise<void> {
  if (!request.body) throw invalid()
  const length = lengthOf(request)
  if (length !== undefined && length > bounds.bytes) throw tooLarge()
  const inTurn = async (bytes: Uint8Array) => {
    const read = await made(bytes, bounds)
    await turn(() => work(read))
  }
  if (length !== undefined && length <= LEAST_HELD)
    return inTurn(
      await request.bytes().catch(() => {
        throw invalid()
      }),
    )
  const reader = request.body.getReader()
  const body = pieces(reader, bounds.bytes)
  if (length === undefined && (await body.read(LEAST_HELD))) return inTurn(body.bytes())
  const { promise: hasTurn, resolve: begins } = Promise.withResolvers<void>()
  const { done } = await holding(
    length ?? bounds.bytes,
    async () => {
      const steady = minimumRate(reader, windowMs)
      await body.read(bounds.bytes, steady).finally(steady.end)
      const read = await made(body.bytes(), bounds)
      const done = turn(() => {
        begins()
        return work(read)
      })
      await Promise.race([hasTurn, done])
      return { done }
    },
    companyId,
  )
  await done
}
