import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { EVERYONE, transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { fileNameOf } from '#kernel/noun/media'
import type { Db } from '#kernel/storage/libsql'
import { BrandFile, type BrandBody, type Target } from './body'
import { colorsOf } from './colors'
import { checkedPicture, type Checked } from './picture'
import { editedBrand, OWN, PRODUCT, PRODUCT_COLOR, readBrand, shownBrand, type EditedBrand, type ShownBrand } from './read'
import { brandFiles, brands } from './schema'

export { brandedWeb } from './web'
export { brandRoutes, olderLogoRoutes } from './routes'
export type { EditedBrand, ShownBrand } from './read'
export type { Colors } from './colors'

declare module '#kernel/context' {
  interface Events {
    brand: { action: 'update'; brand: ShownBrand }
  }
}

type Texts = v.InferOutput<typeof BrandBody>
type Given = { target: Target; fileName: string; checked: Checked }

const edited = async ({ db }: Ctx): Promise<EditedBrand> => editedBrand(await readBrand(db))

/** Tells every page that is open, of whichever company: it is what all of them wear. */
async function told(ctx: Ctx): Promise<EditedBrand> {
  const brand = await readBrand(ctx.db)
  ctx.publish('brand', { action: 'update', brand: shownBrand(brand) }, EVERYONE)
  return editedBrand(brand)
}

const write = (ctx: Ctx, texts: Texts) =>
  ctx.db
    .insert(brands)
    .values({ id: OWN, ...texts })
    .onConflictDoUpdate({ target: brands.id, set: { ...texts, updatedAt: new Date() } })

const clear = async ({ db }: Ctx) => {
  await db.delete(brandFiles)
  await db.delete(brands)
}

async function place(ctx: Ctx, { target, fileName, checked: { bytes, mimetype, width, height } }: Given, hash: string) {
  const values = { hash, mimetype, fileName: fileNameOf(fileName), size: bytes.length, width, height }
  await ctx.db
    .insert(brandFiles)
    .values({ target, ...values })
    .onConflictDoUpdate({ target: brandFiles.target, set: { ...values, updatedAt: new Date() } })
}

/** What is given is written, what is left out stays. */
const save = (ctx: Ctx, texts: Texts) => transaction(ctx, async ctx => (await write(ctx, texts), told(ctx)))

/** Keeps a picture in the place of the one before. */
async function keep(ctx: Ctx, target: Target, file: File) {
  const checked = await checkedPicture(target, new Uint8Array(await file.arrayBuffer()))
  const { hash } = await ctx.media.save(checked.bytes)
  return transaction(ctx, async ctx => (await place(ctx, { target, fileName: file.name, checked }, hash), told(ctx)))
}

const take = (ctx: Ctx, target: Target) =>
  transaction(ctx, async ctx => (await ctx.db.delete(brandFiles).where(eq(brandFiles.target, target)), told(ctx)))

/** As the product comes. */
const reset = (ctx: Ctx) => transaction(ctx, async ctx => (await clear(ctx), told(ctx)))

/** All of it as one file. */
async function exported({ db, media }: Ctx): Promise<v.InferInput<typeof BrandFile>> {
  const { files, ...brand } = await readBrand(db)
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
async function imported(ctx: Ctx, text: string) {
  const { brand, files } = parsed(text)
  const given: (Given & { hash: string })[] = []
  for (const { target, fileName, data } of files) {
    const checked = await checkedPicture(target, new Uint8Array(Buffer.from(data, 'base64')))
    given.push({ target, fileName, checked, hash: (await ctx.media.save(checked.bytes)).hash })
  }
  return transaction(ctx, async ctx => {
    await clear(ctx)
    await write(ctx, brand)
    for (const { hash, ...file } of given) await place(ctx, file, hash)
    return told(ctx)
  })
}

const COLORS = { fill: PRODUCT_COLOR, ink: '#ffffff', text: PRODUCT_COLOR }
/** What mails wear. */
async function ofMails(db: Db) {
  const brand = await readBrand(db)
  const { fill, ink, text } = colorsOf(brand)?.light ?? COLORS
  return { name: brand.name || PRODUCT, footer: brand.mailFooter, fill, ink, text }
}
export type MailBrand = Awaited<ReturnType<typeof ofMails>>

const nameOf = async (db: Db) => (await readBrand(db)).name || PRODUCT

export const brand = { edited, save, keep, take, reset, exported, imported, ofMails, nameOf }
