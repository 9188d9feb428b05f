import { join } from 'node:path'

const MODULES = join(import.meta.dir, '../../node_modules')
type Manifest = { version: string; dependencies?: object; optionalDependencies?: Record<string, string>; bin?: object }
const manifestOf = (name: string) => Bun.file(join(MODULES, name, 'package.json'))

/** An npm registry of what is installed here, so that a test installs as anybody does and asks nobody outside. */
export function startRegistry() {
  const packed = (name: string) =>
    new Response(Bun.spawn(['tar', 'czf', '-', '--transform', 's,^\\.,package,', '-C', join(MODULES, name), '.']).stdout)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      const [, name = '', tarball] = /^\/((?:@[^/]+\/)?[^/]+)(\/-\/.+)?$/.exec(decodeURIComponent(pathname)) ?? []
      if (tarball) return packed(name)
      if (!(await manifestOf(name).exists())) return new Response(null, { status: 404 })
      const { version, dependencies, optionalDependencies = {}, bin } = (await manifestOf(name).json()) as Manifest
      // Of what is for other machines nothing is here.
      const here = await Promise.all(Object.keys(optionalDependencies).map(async one => ((await manifestOf(one).exists()) ? [one] : [])))
      const optional = Object.fromEntries(here.flat().map(one => [one, optionalDependencies[one]]))
      const dist = { tarball: `${origin}/${name}/-/${version}.tgz` }
      const row = { name, version, dependencies, optionalDependencies: optional, bin, dist }
      return Response.json({ name, 'dist-tags': { latest: version }, versions: { [version]: row } })
    },
  })
  return { url: `http://127.0.0.1:${server.port}/`, stop: () => server.stop(true) }
}
