import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import type { AcsRepo } from './acs.repo.ts'
import { CommandQueue } from './command-queue.ts'
import { commandSecretContext } from './commands.ts'
import { SessionNews } from './session-news.ts'

const secrets = new Secrets(randomBytes(32))
const path = 'Device.Users.User.1.Password'

function arrange(mayCarrySecrets: boolean) {
  const secret = secrets.seal(JSON.stringify({ [path]: 'hidden' }), commandSecretContext('7'))
  const request = { values: [{ path, type: 'string' }], parameterKey: '' }
  const row = { id: '1', kind: 'set_parameter_values', request, secret, sent: true }
  const turn = vi.fn<AcsRepo['turn']>().mockResolvedValueOnce([row]).mockResolvedValue([])
  const news = new SessionNews({ turn } as unknown as AcsRepo, '7')
  return {
    ended: () => turn.mock.calls.flatMap(([, , told]) => told.news.ended),
    queue: new CommandQueue({ secrets, news }, { device_id: '7', has_commands: true }, mayCarrySecrets),
  }
}

test('a password that somebody sets is not sent where secrets may not go, and the command says why', async () => {
  const { queue, ended } = arrange(false)
  expect(await queue.next()).toBeNull()
  expect(ended()).toEqual([{ id: '1', state: 'failed', outcome: { faultCode: 'secret_withheld' } }])
})

test('elsewhere it is sent', async () => {
  const { queue, ended } = arrange(true)
  expect((await queue.next())?.command).toMatchObject({ values: [{ name: path, value: 'hidden' }] })
  expect(ended()).toEqual([])
})
