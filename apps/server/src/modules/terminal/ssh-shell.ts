import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Algorithms, Client, ClientChannel } from 'ssh2'
import { type Shell, type ShellEvents, ShellRefused } from './shell.ts'
import type { Size } from './telnet-codec.ts'

const readyMilliseconds = 20_000

/** What old gateways know, beside what is safe. */
const legacy: Algorithms = {
  kex: {
    append: [
      'diffie-hellman-group14-sha1',
      'diffie-hellman-group-exchange-sha1',
      'diffie-hellman-group1-sha1',
    ],
    prepend: [],
    remove: [],
  },
  serverHostKey: { append: ['ssh-rsa', 'ssh-dss'], prepend: [], remove: [] },
  cipher: { append: ['aes128-cbc', 'aes256-cbc', '3des-cbc'], prepend: [], remove: [] },
  hmac: { append: ['hmac-sha1', 'hmac-md5'], prepend: [], remove: [] },
}
const safe: Algorithms = {
  kex: {
    append: [],
    prepend: [],
    remove: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1'],
  },
  serverHostKey: { append: [], prepend: [], remove: ['ssh-rsa', 'ssh-dss'] },
  hmac: { append: [], prepend: [], remove: ['hmac-sha1', 'hmac-sha1-etm@openssh.com'] },
}

export interface SshOptions {
  readonly size: Size
  readonly username: string
  readonly password: string
  readonly privateKey: string
  readonly passphrase: string
  readonly legacy: boolean
  /** Null: it is the trusted one, or the first. Else both fingerprints. */
  judgeHostKey(fingerprint: string): Promise<{ trusted: string; offered: string } | null>
}

/** As `ssh-keygen -l` writes it. */
export const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

/** @throws ShellRefused when there will be no shell. */
export async function sshShell(socket: Socket, options: SshOptions, events: ShellEvents): Promise<Shell> {
  // Loaded by the first terminal: with its own WebAssembly it takes 20 MB.
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  try {
    await signedIn(client, socket, options)
    const channel = await shellOf(client, options.size)
    return shellOver(client, channel, events)
  } catch (error) {
    client.on('error', () => {})
    client.end()
    socket.destroy()
    throw error
  }
}

function signedIn(client: Client, socket: Socket, options: SshOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let changed: { trusted: string; offered: string } | null = null
    const judged = async (fingerprint: string) => {
      changed = await options.judgeHostKey(fingerprint)
      return changed === null
    }
    client.on('ready', resolve)
    client.on('error', (error: Error & { level?: string }) => {
      if (changed !== null) reject(new ShellRefused('host_key_changed', changed))
      else if (error.level === 'client-authentication') reject(new ShellRefused('authentication'))
      else reject(new ShellRefused(/no matching/i.test(error.message) ? 'no_agreement' : 'no_answer'))
    })
    client.on('close', () => reject(new ShellRefused('no_answer')))
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
      answer(prompts.map(({ echo }) => (echo === true ? options.username : options.password))),
    )
    try {
      client.connect({
        sock: socket,
        username: options.username,
        ...(options.password === '' ? {} : { password: options.password, tryKeyboard: true }),
        ...(options.privateKey === ''
          ? {}
          : { privateKey: options.privateKey, passphrase: options.passphrase }),
        readyTimeout: readyMilliseconds,
        keepaliveInterval: 15_000,
        keepaliveCountMax: 4,
        algorithms: options.legacy ? legacy : safe,
        hostVerifier: (key: Buffer, verify: (valid: boolean) => void) => {
          void judged(fingerprintOf(key)).then(verify, () => verify(false))
        },
      })
    } catch {
      // A key that cannot be read.
      reject(new ShellRefused('authentication'))
    }
  })
}

function shellOf(client: Client, { columns, rows }: Size): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.shell({ term: 'xterm-256color', cols: columns, rows, width: 0, height: 0 }, (error, channel) => {
      if (error) reject(new ShellRefused('no_agreement'))
      else resolve(channel)
    })
  })
}

function shellOver(client: Client, channel: ClientChannel, events: ShellEvents): Shell {
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
    },
  }
}
