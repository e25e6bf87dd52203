import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Frames } from './frames.ts'

const mostMessage = 8192
const mostConnections = 500
const mostPerAddress = 5
const idleMilliseconds = 15 * 60_000

export interface Listener {
  readonly port: number
  stop(): Promise<void>
}

/** The same port over UDP and TCP. `take` returns whether the sender may go on. @throws if the port is taken */
export async function listen(
  { port, address = '::' }: { port: number; address?: string },
  take: (address: string, message: Buffer) => boolean,
): Promise<Listener> {
  const open = new Map<Socket, string>()
  const server = createServer((socket) => {
    const from = plain(socket.remoteAddress ?? '')
    const same = [...open.values()].filter((one) => one === from).length
    if (open.size >= mostConnections || same >= mostPerAddress) {
      socket.destroy()
      return
    }
    open.set(socket, from)
    serve(socket, from, take)
    socket.on('close', () => open.delete(socket))
  })
  const { port: chosen } = await listening(server, port, address)
  const udp = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4' })
  try {
    udp.bind(chosen, address)
    await once(udp, 'listening')
  } catch (error) {
    server.close()
    udp.close()
    throw error
  }
  udp.on('error', () => {})
  udp.on(
    'message',
    (datagram, { address: from }) => void take(plain(from), datagram.subarray(0, mostMessage)),
  )
  return { port: chosen, stop: () => stopped(server, udp, open) }
}

function serve(socket: Socket, from: string, take: (address: string, message: Buffer) => boolean): void {
  const frames = new Frames(mostMessage)
  socket.setTimeout(idleMilliseconds, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    const messages = frames.push(bytes)
    if (messages === null || messages.some((message) => !take(from, message))) socket.destroy()
  })
  socket.on('end', () => {
    const last = frames.last()
    if (last !== null) take(from, last)
  })
}

async function listening(server: Server, port: number, address: string): Promise<{ port: number }> {
  server.listen(port, address)
  await once(server, 'listening')
  const bound = server.address()
  return { port: typeof bound === 'object' && bound !== null ? bound.port : port }
}

async function stopped(server: Server, udp: UdpSocket, open: Map<Socket, string>): Promise<void> {
  udp.close()
  for (const socket of open.keys()) socket.destroy()
  server.close()
  await once(server, 'close')
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
