/** Why the database can't be written. */
export type StorageFault = 'disk_full' | 'read_only' | 'locked' | 'damaged' | 'disk_error'

const CODES: [RegExp, StorageFault][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'disk_full'],
  [/^(SQLITE_READONLY.*|EROFS|EACCES|EPERM)$/, 'read_only'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^(SQLITE_(IOERR|CANTOPEN).*|EIO|EMFILE|ENFILE)$/, 'disk_error'],
]

/** The storage fault that caused an error; undefined when another cause did. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { extendedCode, code } = cause as { extendedCode?: unknown; code?: unknown }
    const found = CODES.find(([pattern]) => pattern.test(String(extendedCode ?? code)))
    if (found) return found[1]
  }
}

/** A catch handler for work that may be skipped while the database can't be written; rethrows everything else. */
export function ignoreStorageFault(error: unknown): undefined {
  if (!storageFaultOf(error)) throw error
}
