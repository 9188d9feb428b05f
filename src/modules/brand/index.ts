import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterWait, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { releaseMediaOf, storedFor } from '#kernel/media/release-files'
import { fileNameOf } from '#kernel/media/row-file'
import type { Db } from '#kernel/storage/libsql'
import { BrandFile, type BrandBody, type Target } from './body'
import { colorsOf, PRODUCT_COLORS } from './colors'
import { checkedPicture, type Checked } from './picture'
import { resellers } from '../resellers'
import { toEveryoneOf } from '../rights'
import { type Brand, editedBrand, PRODUCT, readBrand, shownBrand, type EditedBrand, type ShownBrand, whose, type Whose } from './read'
import { brandFiles, brands } from './schema'

export { brandedWeb } from './web'
export type { EditedBrand, ShownBrand } from './read'
export type { Colors, Tokens } from './colors'

declare module '#kernel/context' {
  interface Events {
    /** `address`: of those who are served elsewhere from now on, where; '' where nobody set it. */
    brand: { action: 'update'; brand: ShownBrand; address?: string }
  }
}

type Texts = v.InferOutput<typeof BrandBody>
type Given = { target: Target; fileName: string; checked: Checked }

/** Whose brand an operator writes: that of who they operate for; the house's operators any. */
const chosen = ({ actor }: Ctx, resellerId: number | undefined): Whose => actor.resellerId ?? resellerId
async function mustBe(ctx: Ctx, resellerId: number | undefined): Promise<Whose> {
  const of = chosen(ctx, resellerId)
  await resellers.mustOwn(ctx, of)
  return of
}

/** A reseller's own operators are at its own address. */
const asSeen = ({ actor }: Ctx, brand: Brand, of: Whose): EditedBrand => editedBrand(brand, actor.resellerId === null ? of : undefined)

async function edited(ctx: Ctx, resellerId?: number) {
  const of = await mustBe(ctx, resellerId)
  return asSeen(ctx, await readBrand(ctx.db, of), of)
}

/** Tells every page that is open, of whichever company wears it. */
async function announce(ctx: Ctx, of: Whose): Promise<EditedBrand> {
  const brand = await readBrand(ctx.db, of)
  ctx.publish('brand', { action: 'update', brand: shownBrand(brand) }, toEveryoneOf(of ?? null))
  return asSeen(ctx, brand, of)
}

/** Tells the own company, which another operates now, that it wears another brand, at another address: pictures and colours come from there. */
const tellMoved = async (ctx: Ctx, of: Whose, address: string) =>
  ctx.publish('brand', { action: 'update', brand: shownBrand(await readBrand(ctx.db, of)), address })

async function write(ctx: Ctx, of: Whose, texts: Texts) {
  const values = { ...texts, updatedAt: new Date() }
  const known = await ctx.db.update(brands).set(values).where(whose(brands, of)).returning({ id: brands.id })
  if (!known.length) await ctx.db.insert(brands).values({ ...texts, resellerId: of ?? null })
}

/** Its pictures, or that of one place, with their files. */
async function dropPictures(ctx: Ctx, of: Whose, target?: Target) {
  const where = and(whose(brandFiles, of), target && eq(brandFiles.target, target))
  const gone = await ctx.db.delete(brandFiles).where(where).returning({ mediaPath: brandFiles.hash })
  await releaseMediaOf(ctx, gone)
}

async function clear(ctx: Ctx, of: Whose) {
  await dropPictures(ctx, of)
  await ctx.db.delete(brands).where(whose(brands, of))
}

async function place(ctx: Ctx, of: Whose, { target, fileName, checked: { bytes, mimetype, width, height } }: Given, hash: string) {
  await dropPictures(ctx, of, target)
  const values = { hash, mimetype, fileName: fileNameOf(fileName), size: bytes.length, width, height }
  await ctx.db.insert(brandFiles).values({ resellerId: of ?? null, target, ...values })
}

/** One change of a brand, told when it is made; a picture was read and stored before it. */
const changing = (ctx: Ctx, resellerId: number | undefined, work: (ctx: Ctx, of: Whose) => Promise<unknown>) =>
  afterWait(ctx, async ctx => {
    const of = await mustBe(ctx, resellerId)
    await work(ctx, of)
    return announce(ctx, of)
  })

/** What is given is written, what is left out stays. */
const save = (ctx: Ctx, texts: Texts, resellerId?: number) => changing(ctx, resellerId, (ctx, of) => write(ctx, of, texts))

type Upload = { target: Target; fileName: string; bytes: Uint8Array<ArrayBuffer> }
/** Pictures for what is done with all of them: each is checked, and stored. */
const withPictures = <T>(ctx: Ctx, uploads: Upload[], work: (stored: (Given & { hash: string })[]) => Promise<T>) =>
  storedFor(
    ctx,
    uploads,
    {
      async store({ bytes, ...of }) {
        const checked = await checkedPicture(of.target, bytes)
        return { ...of, checked, hash: (await ctx.media.save(checked.bytes)).hash }
      },
      hashOf: ({ hash }) => hash,
    },
    work,
  )

/** Keeps a picture in the place of the one before. */
async function keep(ctx: Ctx, target: Target, file: File, resellerId?: number) {
  const upload = { target, fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
  return withPictures(ctx, [upload], given => changing(ctx, resellerId, (ctx, of) => placeAll(ctx, of, given)))
}
async function placeAll(ctx: Ctx, of: Whose, given: (Given & { hash: string })[]) {
  for (const { hash, ...file } of given) await place(ctx, of, file, hash)
}

const take = (ctx: Ctx, target: Target, resellerId?: number) => changing(ctx, resellerId, (ctx, of) => dropPictures(ctx, of, target))

/** As the product comes. */
const reset = (ctx: Ctx, resellerId?: number) => changing(ctx, resellerId, clear)

/** All of it as one file. */
async function exported(ctx: Ctx, resellerId?: number): Promise<v.InferInput<typeof BrandFile>> {
  const { db, media } = ctx
  const { files, ...brand } = await readBrand(db, await mustBe(ctx, resellerId))
  const packed = [...files.values()].map(async ({ target, fileName, hash }) => ({
    ...{ target, fileName },
    data: Buffer.from(await media.read(hash).arrayBuffer()).toString('base64'),
  }))
  return { format: 'brand', version: 1, brand, files: await Promise.all(packed) }
}

function parsed(text: string) {
  try {
    return v.parse(BrandFile, JSON.parse(text))
  } catch {
    throw new AppError('ERR_BRAND_FILE', 400)
  }
}

/** Takes the place of all that was chosen, or changes nothing: each picture is checked as one that is uploaded. */
async function imported(ctx: Ctx, text: string, resellerId?: number) {
  const { brand, files } = parsed(text)
  const uploads = files.map(({ data, ...of }) => ({ ...of, bytes: new Uint8Array(Buffer.from(data, 'base64')) }))
  return withPictures(ctx, uploads, given =>
    changing(ctx, resellerId, async (ctx, of) => {
      await clear(ctx, of)
      await write(ctx, of, brand)
      await placeAll(ctx, of, given)
    }),
  )
}

/** What the mails of a company wear: in light, and in the dark theme of whoever reads them. */
async function ofMails(ctx: Ctx) {
  const brand = await readBrand(ctx.db, (await resellers.ofCompany(ctx, ctx.companyId))?.id)
  return { name: brand.name || PRODUCT, footer: brand.mailFooter, colors: colorsOf(brand) ?? PRODUCT_COLORS }
}
export type MailBrand = Awaited<ReturnType<typeof ofMails>>

/** Whom the people of a company ask for help, as it stands beside the sign-in; '' where nobody said. */
async function helpOf(ctx: Ctx) {
  const { helpText, helpLink } = await readBrand(ctx.db, (await resellers.ofCompany(ctx, ctx.companyId))?.id)
  return [helpText, helpLink].filter(Boolean).join(' ')
}

const nameOf = async (db: Db, of: Whose) => (await readBrand(db, of)).name || PRODUCT

export const brand = { edited, save, keep, take, reset, exported, imported, ofMails, helpOf, nameOf, tellMoved }
