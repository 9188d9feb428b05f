import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { until, type Company } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()

/** A window that says who it is and then takes nothing more from its socket. */
async function frozenWindow(token: string) {
  const { sockets, server } = office.product
  const before = sockets.size
  const socket = connect(server.port!, '127.0.0.1')
  socket.on('error', () => {})
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket&token=${token} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await new Promise(resolve => socket.once('data', resolve))
  socket.pause()
  // One masked text frame: "40", with a mask of zeros.
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]))
  await until(() => sockets.size > before)
  return socket
}

const ROOMS = {
  'a room of many': (company: Company) => [`company-${company.id}-mainchannel`],
  'rooms of their own': ({ staff: { admin, ana } }: Company) => [`user-${admin.id}`, `user-${ana.id}`],
}

test.each(Object.entries(ROOMS))(
  'a window that takes in nothing is closed, and another hears everything in order: %s',
  async (_, roomsOf) => {
    const { admin, ana } = office.norte.staff
    const frozen = await frozenWindow(admin.client.token)
    const window = await ana.client.socket()
    const { sockets } = office.product
    expect(sockets.size).toBe(2)
    const rooms = roomsOf(office.norte)
    const news = { action: 'update', filling: 'x'.repeat(50_000) }
    let told = 0
    // More than the system buffers for one socket, and the limit beyond it; in turns, as real events come.
    for (; sockets.size > 1 && told < 1_000; told++) {
      sockets.publish(rooms, 'news', { ...news, at: told })
      if (told % 10 === 9) await window.settled()
    }
    expect(sockets.size).toBe(1)
    const heard = (await window.settled()).filter(one => one.event === 'news').map(one => one.payload?.at)
    expect(heard).toEqual(Array.from({ length: told }, (_, at) => at))
    window.close()
    frozen.destroy()
    await until(() => sockets.size === 0)
  },
)
