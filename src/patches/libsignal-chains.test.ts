import { expect, test } from 'bun:test'
import { untouched } from './untouched.fixture'

test('libsignal keeps every receiving chain of a session; patched, the five newest', async () => {
  const chains = await untouched<{ untouched: number[]; patched: number[] }>(`
    const { default: SessionRecord } = await import('libsignal/src/session_record.js')
    const { patchLibsignalChains } = await import('./src/patches/libsignal-chains')
    const SENDING = 1, RECEIVING = 2
    function add() {
      const entry = SessionRecord.createEntry()
      entry.addChain(Buffer.from([100]), { chainType: SENDING })
      for (let turn = 0; turn < 8; turn++) entry.addChain(Buffer.from([turn]), { chainType: RECEIVING })
      return [...entry.chains()].map(([key]) => key[0])
    }
    const before = add()
    patchLibsignalChains()
    patchLibsignalChains()
    return { untouched: before, patched: add() }`)
  expect(chains).toEqual({ untouched: [100, 0, 1, 2, 3, 4, 5, 6, 7], patched: [100, 3, 4, 5, 6, 7] })
})
