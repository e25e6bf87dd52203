import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/installation.ts'
import { guardedConnect } from '../../platform/outgoing.ts'
import { sshShell } from './ssh-shell.ts'

const sshd = '/usr/sbin/sshd'

/** The server that most devices with SSH have, run by whoever runs the test, with keys of its own. */
describe.skipIf(!existsSync(sshd))('OpenSSH', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-sshd-'))
  const key = (name: string) => path.join(directory, name)
  let port: number
  let server: ReturnType<typeof spawn>
  let said = ''

  beforeAll(async () => {
    for (const name of ['host', 'person'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key(name)])
    writeFileSync(key('authorized'), readFileSync(key('person.pub')))
    // As root it wants the directory that it would shut itself into.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
    port = await freePort()
    const settings = {
      Port: String(port),
      ListenAddress: '127.0.0.1',
      HostKey: key('host'),
      AuthorizedKeysFile: key('authorized'),
      PidFile: 'none',
      StrictModes: 'no',
      UsePAM: 'no',
      PermitRootLogin: 'prohibit-password',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    server = spawn(sshd, ['-D', '-e', '-f', '/dev/null', ...options])
    server.stderr?.on('data', (text) => {
      said += String(text)
    })
    await vi.waitFor(() => {
      if (!said.includes('Server listening')) throw new Error(said)
    }, 10_000)
  })
  afterAll(() => {
    server.kill('SIGTERM')
    rmSync(directory, { recursive: true, force: true })
  })

  test('is entered by a key; its fingerprint is what ssh-keygen tells, and a new size reaches the shell', async () => {
    let shown = ''
    let fingerprint = ''
    const over = vi.fn()
    const socket = await guardedConnect('127.0.0.1', port, {
      destination: { lastAddress: '127.0.0.1', ranges: ['127.0.0.0/8'], companyCode: null },
      timeoutMilliseconds: 5_000,
    })
    const shell = await sshShell(
      socket,
      {
        size: { columns: 90, rows: 28 },
        username: os.userInfo().username,
        password: '',
        privateKey: readFileSync(key('person'), 'utf8'),
        passphrase: '',
        legacy: false,
        judgeHostKey: async (offered) => {
          fingerprint = offered
          return null
        },
      },
      {
        shown: (bytes) => {
          shown += bytes.toString('utf8')
        },
        drained: () => {},
        closed: over,
      },
    )
    const told = execFileSync('ssh-keygen', ['-l', '-f', key('host.pub')], { encoding: 'utf8' })
    expect(told).toContain(fingerprint)
    shell.write(Buffer.from('stty size\r'))
    await vi.waitFor(() => expect(shown).toContain('28 90'), 10_000)
    shell.resize({ columns: 132, rows: 43 })
    shell.write(Buffer.from('stty size\r'))
    await vi.waitFor(() => expect(shown).toContain('43 132'), 10_000)
    shell.write(Buffer.from('exit\r'))
    await vi.waitFor(() => expect(over).toHaveBeenCalledWith('device_closed'), 10_000)
  })
})
