import { basename, extname, join } from 'node:path'

/** Writes a file of the web under a name that changes with its content, and returns its address. */
export async function hashed(web: string, name: string, content: string | Uint8Array<ArrayBuffer>) {
  const extension = extname(name)
  const address = `assets/${basename(name, extension)}-${Bun.hash(content).toString(36)}${extension}`
  await Bun.write(join(web, address), content)
  return `/${address}`
}
