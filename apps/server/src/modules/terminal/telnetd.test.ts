import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { guardedConnect } from '../../platform/outgoing.ts'
import { telnetShell } from './telnet-shell.ts'

const telnetd = '/usr/sbin/telnetd'

/** Asks as the program `login` does, without an account of this machine. */
const login = `#!/bin/sh
printf 'gateway login: '; read -r name
stty -echo; printf 'Password: '; read -r password; stty echo; printf '\\n'
[ "$name $password" = 'root right-pass' ] || { echo 'Login incorrect'; exit 1; }
PS1='gateway# ' exec /bin/sh -i
`

/** The GNU inetutils telnet server, as inetd starts it per connection. */
describe.skipIf(!existsSync(telnetd))('telnetd', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-telnetd-'))
  const script = path.join(directory, 'login')
  let server: Server

  beforeAll(async () => {
    writeFileSync(script, login, { mode: 0o755 })
    server = createServer({ pauseOnConnect: true }, (socket) => {
      spawn(telnetd, ['-E', script], { stdio: [socket, socket, 'ignore'] })
      // The child owns it: this process neither reads nor writes there.
      socket.unref()
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('options are agreed, the login is answered, the window follows, and it ends with the shell', async () => {
    let shown = ''
    const over = vi.fn()
    const socket = await guardedConnect('127.0.0.1', (server.address() as AddressInfo).port, {
      destination: { lastAddress: '127.0.0.1', ranges: ['127.0.0.0/8'], companyCode: null },
      timeoutMilliseconds: 5_000,
    })
    const shell = telnetShell(
      socket,
      {
        size: { columns: 90, rows: 28 },
        username: 'root',
        password: 'right-pass',
        decode: (bytes) => bytes.toString('utf8'),
        encode: (text) => Buffer.from(text),
      },
      {
        shown: (bytes) => {
          shown += bytes.toString('utf8')
        },
        drained: () => {},
        closed: over,
      },
    )
    await vi.waitFor(() => expect(shown).toContain('gateway# '), 10_000)
    expect(shown).not.toContain('right-pass')
    shell.write(Buffer.from('stty size; echo $TERM\r'))
    await vi.waitFor(() => expect(shown).toMatch(/28 90\r\nxterm-256color/i), 10_000)
    shell.resize({ columns: 132, rows: 43 })
    await vi.waitFor(() => {
      shell.write(Buffer.from('stty size\r'))
      expect(shown).toContain('43 132')
    }, 10_000)
    shell.write(Buffer.from('exit\r'))
    await vi.waitFor(() => expect(over).toHaveBeenCalledWith('device_closed'), 10_000)
  })
})
