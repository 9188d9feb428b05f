import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'

/** Where figures were taken, and of which commit. */
export function machine() {
  const { stdout, success } = Bun.spawnSync(['git', 'describe', '--always', '--dirty', '--exclude=*'], { cwd: import.meta.dir })
  return {
    processor: cpus()[0]?.model ?? arch(),
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${arch()}`,
    bun: Bun.version,
    /** What else ran when the first bench began. */
    load: loadavg()[0]!,
    commit: success ? stdout.toString().trim() : null,
    date: new Date().toISOString(),
  }
}
export type Machine = ReturnType<typeof machine>
