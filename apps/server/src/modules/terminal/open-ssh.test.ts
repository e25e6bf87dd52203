import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/installation.ts'
import { guardedConnect } from '../../platform/outgoing.ts'
import type { LoginQuestion } from './login-questions.ts'
import type { ShellEvents } from './shell.ts'
import { type SshOptions, sshShell } from './ssh-shell.ts'

const sshd = '/usr/sbin/sshd'

/** OpenSSH, as most devices with SSH run it, under the test's user, with its own keys. */
describe.skipIf(!existsSync(sshd))('OpenSSH', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-sshd-'))
  const key = (name: string) => path.join(directory, name)
  const servers: ReturnType<typeof spawn>[] = []

  beforeAll(() => {
    for (const name of ['host', 'person'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key(name)])
    writeFileSync(key('authorized'), readFileSync(key('person.pub')))
    // As root it needs its privilege-separation directory.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  })
  afterAll(() => {
    for (const server of servers) server.kill('SIGTERM')
    rmSync(directory, { recursive: true, force: true })
  })

  async function serve(more: Record<string, string>): Promise<number> {
    const port = await freePort()
    const settings = {
      Port: String(port),
      ListenAddress: '127.0.0.1',
      HostKey: key('host'),
      AuthorizedKeysFile: key('authorized'),
      PidFile: 'none',
      StrictModes: 'no',
      ...more,
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    const server = spawn(sshd, ['-D', '-e', '-f', '/dev/null', ...options])
    servers.push(server)
    let said = ''
    server.stderr?.on('data', (text) => {
      said += String(text)
    })
    await vi.waitFor(() => {
      if (!said.includes('Server listening')) throw new Error(said)
    }, 10_000)
    return port
  }

  async function enter(port: number, options: Partial<SshOptions>, events: Partial<ShellEvents> = {}) {
    const socket = await guardedConnect('127.0.0.1', port, {
      destination: { lastAddress: '127.0.0.1', ranges: ['127.0.0.0/8'], companyCode: null },
      timeoutMilliseconds: 5_000,
    })
    return sshShell(
      socket,
      {
        size: { columns: 90, rows: 28 },
        username: os.userInfo().username,
        password: '',
        privateKey: '',
        passphrase: '',
        legacy: false,
        signal: new AbortController().signal,
        judgeHostKey: async () => null,
        ask: () => Promise.reject(new Error('nothing is to be asked')),
        ...options,
      },
      { shown: () => {}, drained: () => {}, closed: () => {}, ...events },
    )
  }

  test('is entered by a key; its fingerprint is what ssh-keygen tells, and a new size reaches the shell', async () => {
    let shown = ''
    let fingerprint = ''
    const over = vi.fn()
    const shell = await enter(
      await serve({ UsePAM: 'no', PermitRootLogin: 'prohibit-password' }),
      {
        privateKey: readFileSync(key('person'), 'utf8'),
        judgeHostKey: async (offered) => {
          fingerprint = offered
          return null
        },
      },
      {
        shown: (bytes) => {
          shown += bytes.toString('utf8')
        },
        closed: over,
      },
    )
    const reported = execFileSync('ssh-keygen', ['-l', '-f', key('host.pub')], { encoding: 'utf8' })
    expect(reported).toContain(fingerprint)
    shell.write(Buffer.from('stty size\r'))
    await vi.waitFor(() => expect(shown).toContain('28 90'), 10_000)
    shell.resize({ columns: 132, rows: 43 })
    shell.write(Buffer.from('stty size\r'))
    await vi.waitFor(() => expect(shown).toContain('43 132'), 10_000)
    shell.write(Buffer.from('exit\r'))
    await vi.waitFor(() => expect(over).toHaveBeenCalledWith('device_closed'), 10_000)
  })

  describe.skipIf(!existsSync('/etc/pam.d/sshd'))('that asks through PAM', () => {
    const asking = { UsePAM: 'yes', KbdInteractiveAuthentication: 'yes', PermitRootLogin: 'yes' }

    test('a password at hand is its first answer, the person gives the next ones, and after three it is over', async () => {
      const port = await serve({ ...asking, AuthenticationMethods: 'keyboard-interactive' })
      const asked: LoginQuestion[] = []
      const ask = async (question: LoginQuestion) => {
        asked.push(question)
        return ['wrong too']
      }
      await expect(enter(port, { password: 'wrong', ask })).rejects.toMatchObject({
        outcome: 'authentication',
      })
      expect(asked).toHaveLength(2)
      expect(asked[0]?.prompts).toMatchObject([{ prompt: expect.stringMatching(/Password: $/), echo: false }])
    }, 30_000)

    test('the user is asked after the key, and may cancel', async () => {
      const port = await serve({ ...asking, AuthenticationMethods: 'publickey,keyboard-interactive' })
      const leaving = new AbortController()
      const ask = vi.fn<SshOptions['ask']>(() => {
        leaving.abort()
        return new Promise(() => {})
      })
      const privateKey = readFileSync(key('person'), 'utf8')
      await expect(enter(port, { privateKey, ask, signal: leaving.signal })).rejects.toMatchObject({
        outcome: 'left',
      })
      expect(ask).toHaveBeenCalledOnce()
    })
  })
})
