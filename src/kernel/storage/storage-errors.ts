/** Why nothing can be stored at the moment. */
export type StorageFault = 'disk_full' | 'read_only' | 'locked' | 'damaged' | 'disk_error'

const CODES: [RegExp, StorageFault][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'disk_full'],
  [/^(SQLITE_READONLY.*|EROFS|EACCES|EPERM)$/, 'read_only'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^(SQLITE_(IOERR|CANTOPEN).*|EIO)$/, 'disk_error'],
]

/** The trouble of the storage behind an error, undefined when it is none. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { extendedCode, code } = cause as { extendedCode?: unknown; code?: unknown }
    const found = CODES.find(([pattern]) => pattern.test(String(extendedCode ?? code)))
    if (found) return found[1]
  }
}

/** Lets a failure of the storage pass: for what may be left undone while nothing can be stored. */
export function ignoreStorageFault(error: unknown): undefined {
  if (!storageFaultOf(error)) throw error
}
