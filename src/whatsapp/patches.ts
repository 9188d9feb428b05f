import { patchRootKey } from '../patches/baileys-root-key'
import { patchSignatures } from '../patches/baileys-signatures'
import { patchLibsignalChains } from '../patches/libsignal-chains'
import { patchLibsignalLog } from '../patches/libsignal-log'

/** Patches Baileys and libsignal for the whole process; idempotent. `patchFrames` and `patchStanzas` are applied to each socket. */
export function patchLibraries() {
  patchLibsignalLog()
  patchLibsignalChains()
  patchSignatures()
  patchRootKey()
}
