import type { Duplex } from 'node:stream'
import type { Client, ClientChannel } from 'ssh2'
import { type Shell, type ShellEvents, ShellRefused } from './shell.ts'
import { readyMilliseconds, signedIn, type SignIn } from './ssh-sign-in.ts'
import type { Size } from './telnet-codec.ts'

export interface SshOptions extends SignIn {
  readonly size: Size
}

/** @throws ShellRefused when there will be no shell. */
export async function sshShell(socket: Duplex, options: SshOptions, events: ShellEvents): Promise<Shell> {
  // Loaded by the first terminal: its WebAssembly takes 20 MB.
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  try {
    await signedIn(client, socket, options)
    const channel = await shellOf(client, options)
    return shellOver(client, channel, socket, events)
  } catch (error) {
    client.on('error', () => {})
    client.end()
    socket.destroy()
    throw error
  }
}

function shellOf(
  client: Client,
  { size: { columns, rows }, signal }: Pick<SshOptions, 'size' | 'signal'>,
): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    // A server may send nothing after accepting the login.
    const patience = AbortSignal.any([signal, AbortSignal.timeout(readyMilliseconds)])
    const give = () => reject(new ShellRefused(signal.aborted ? 'left' : 'no_answer'))
    if (patience.aborted) give()
    else patience.addEventListener('abort', give, { once: true })
    client.shell({ term: 'xterm-256color', cols: columns, rows, width: 0, height: 0 }, (error, channel) => {
      if (error) reject(new ShellRefused('no_agreement'))
      else resolve(channel)
    })
  })
}

function shellOver(client: Client, channel: ClientChannel, socket: Duplex, events: ShellEvents): Shell {
  let failed = false
  client.on('error', () => {
    failed = true
  })
  client.on('close', () => events.closed(failed ? 'broken' : 'device_closed'))
  channel.on('data', (bytes: Buffer) => events.shown(bytes))
  channel.stderr.on('data', (bytes: Buffer) => events.shown(bytes))
  channel.on('drain', () => events.drained())
  channel.on('close', () => client.end())
  return {
    write: (bytes) => channel.write(bytes),
    resize: ({ columns, rows }) => channel.setWindow(rows, columns, 0, 0),
    pause: () => void channel.pause(),
    resume: () => void channel.resume(),
    end: () => {
      channel.end()
      client.end()
      // A device need not hang up.
      socket.destroy()
    },
  }
}
