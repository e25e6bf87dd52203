import { startTeamsWorkflow } from '@netward/testkit'
import { expect, test } from 'vitest'
import { onThisMachine, plainMessage } from '../../../../test/outgoing-message.ts'
import { robotHash } from '../robot-hash.ts'
import { sendToRobot } from './robot.ts'

test('a workflow of Teams gets a card, in which names of devices are text', async () => {
  const teams = await startTeamsWorkflow()
  const send = (address = teams.address, subject = '<at>all</at> [x](http://evil)') =>
    sendToRobot(
      { vendor: 'teams', format: 'text' },
      { address },
      { ...plainMessage, subject },
      onThisMachine(5000),
    )
  await send()
  const [{ body }] = teams.cards as [{ body: { text: string }[] }]
  expect(body[0]!.text).toContain('https://netward.test')
  expect(body[0]!.text).not.toMatch(/<at>|\[x\]\(http/)
  await send(teams.address, 'x'.repeat(40_000))
  expect(teams.cards).toHaveLength(2)
  teams.busy = 1
  await expect(send()).rejects.toMatchObject({ reason: 'too_many', isFinal: false })
  const other = teams.address.replace(/sig=.*/, 'sig=another-sig-0123456789')
  const refused = await send(other).catch((error: unknown) => error)
  expect(refused).toMatchObject({ reason: 'credentials', isFinal: true })
  expect(JSON.stringify(refused)).not.toContain('another-sig')
  expect(robotHash('teams', other)).toEqual(robotHash('teams', teams.address))
  await teams.stop()
})
