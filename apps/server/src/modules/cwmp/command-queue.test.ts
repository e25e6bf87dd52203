import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import type { AcsRepo } from './acs.repo.ts'
import { CommandQueue } from './command-queue.ts'
import { commandSecretContext } from './commands.ts'
import { PendingWrites } from './pending-writes.ts'

const secrets = new Secrets(randomBytes(32))
const path = 'Device.Users.User.1.Password'

const config = { url: 'https://acs.example:7548/', port: 7547 } as AcsConfig
const plain = { encrypted: false, forwarded: false }

function arrange(mayCarrySecrets: boolean, more: { value?: string; diagnostic?: string } = {}) {
  const { value = 'hidden', ...asked } = more
  const secret = secrets.seal(JSON.stringify({ [path]: value }), commandSecretContext('7'))
  const request = { values: [{ path, type: 'string' }], parameterKey: '', ...asked }
  const row = { id: '1', kind: 'set_parameter_values', request, secret, sent: true }
  const turn = vi.fn<AcsRepo['turn']>().mockResolvedValueOnce([row]).mockResolvedValue([])
  const news = new PendingWrites({ turn } as unknown as AcsRepo, '7')
  return {
    ended: () => turn.mock.calls.flatMap(([, , reported]) => reported.news.ended),
    queue: new CommandQueue(
      { secrets, news, config },
      { device_id: '7', has_commands: true },
      { ...plain, mayCarrySecrets },
    ),
  }
}

test('a password is not sent where secrets may not travel, and the command says why', async () => {
  const { queue, ended } = arrange(false)
  expect(await queue.next()).toBeNull()
  expect(ended()).toEqual([{ id: '1', state: 'failed', outcome: { faultCode: 'secret_withheld' } }])
})

test('elsewhere it is sent', async () => {
  const { queue, ended } = arrange(true)
  expect((await queue.next())?.command).toMatchObject({ values: [{ name: path, value: 'hidden' }] })
  expect(ended()).toEqual([])
})

test('a line test has a URL of its own, sent over any connection, with the scheme and host that the gateway used', async () => {
  const url = { value: 'https://acs.example:7548/d/token' }
  const { queue } = arrange(false, { ...url, diagnostic: '3' })
  expect((await queue.next())?.command).toMatchObject({
    values: [{ value: 'http://acs.example:7547/d/token' }],
  })
  // Values that a person sets are sent unchanged.
  expect((await arrange(true, url).queue.next())?.command).toMatchObject({ values: [url] })
})
