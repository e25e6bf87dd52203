import { type InteractiveRound, type SshDevice, startSshDevice } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownIn, TerminalFixture } from '../../../test/terminal-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let fixture: TerminalFixture
let person: TestPerson
const devices: SshDevice[] = []
beforeAll(async () => {
  fixture = await TerminalFixture.start()
  person = await fixture.administrator()
})
afterAll(async () => {
  for (const device of devices) await device.stop()
  await fixture.stop()
})

const password: InteractiveRound = {
  prompts: [{ prompt: 'Password: ', echo: false }],
  answers: ['right-pass'],
}
const code: InteractiveRound = {
  name: 'Second factor',
  instructions: 'Look at your \u001b[31mtoken\u001b[0m.\nIt has six digits.',
  prompts: [
    { prompt: 'One-time code\u0007: ', echo: true },
    { prompt: 'PIN: ', echo: false },
  ],
  answers: ['one-time-123456', 'pin-9876'],
}

async function arrange(rounds: readonly InteractiveRound[], stored = 'right-pass') {
  const device = await startSshDevice({ username: 'root', password: '', interactive: rounds })
  devices.push(device)
  return fixture.arrange(person, { port: device.port, password: stored })
}

test('the password is answered with the one at hand, and everything else by the person, whose answers are kept nowhere', async () => {
  const terminal = await fixture.open(person, await arrange([password, code]))
  await terminal.received({
    type: 'asks',
    round: 1,
    seconds: 120,
    name: 'Second factor',
    instructions: 'Look at your token.\nIt has six digits.',
    prompts: [
      { text: 'One-time code:', echo: true },
      { text: 'PIN:', echo: false },
    ],
  })
  // Keyboard input, another round, or another number of answers: neither an answer nor shell input.
  terminal.type('typed-beside\r')
  terminal.say({ type: 'answer', round: 7, answers: code.answers })
  terminal.say({ type: 'answer', round: 1, answers: [code.answers[0]] })
  terminal.say({ type: 'answer', round: 1, answers: code.answers })
  await terminal.shows('gateway# ')
  await terminal.received({ type: 'open' })
  terminal.type('exit\r')
  expect((await terminal.over()).outcome).toBe('device_closed')
  const record = await fixture.record(person, terminal.terminalId)
  const recording = shownIn(await fixture.recording(person, terminal.terminalId))
  expect(recording).toContain('gateway# ')
  const { rows } = await fixture.t.adminPool.query(
    `select t::text, (select string_agg(a::text, '') from audit_log a where a.company_id = t.company_id) as log
     from terminal_session t where id = $1`,
    [terminal.terminalId],
  )
  for (const secret of [...code.answers, 'typed-beside', 'right-pass'])
    for (const kept of [recording, JSON.stringify(record), JSON.stringify(rows)])
      expect(kept).not.toContain(secret)
})

test('without a password at hand the person is asked for it, and again after a wrong one', async () => {
  const deviceId = await arrange([password])
  await person.call('PUT /api/v1/device/:deviceId/terminal/access', {
    deviceId,
    protocol: 'ssh',
    port: devices.at(-1)!.port,
    encoding: 'utf8',
    username: 'root',
    secret: null,
  })
  const terminal = await fixture.open(person, deviceId)
  await terminal.received({ type: 'asks', round: 1, prompts: [{ text: 'Password:', echo: false }] })
  terminal.say({ type: 'answer', round: 1, answers: ['wrong'] })
  await terminal.received({ type: 'asks', round: 2, prompts: [{ text: 'Password:', echo: false }] })
  terminal.say({ type: 'answer', round: 2, answers: ['right-pass'] })
  await terminal.shows('gateway# ')
  terminal.say({ type: 'end' })
  expect((await terminal.over()).outcome).toBe('left')
})

test('a password that the device refused is not said again: the person is asked', async () => {
  const terminal = await fixture.open(person, await arrange([password], 'wrong'))
  await terminal.received({ type: 'asks', round: 1, prompts: [{ text: 'Password:', echo: false }] })
  terminal.say({ type: 'answer', round: 1, answers: ['wrong'] })
  await terminal.received({ type: 'asks', round: 2 })
  terminal.say({ type: 'answer', round: 2, answers: ['wrong'] })
  expect((await terminal.over()).outcome).toBe('authentication')
})

test('an unanswered question ends the session', async () => {
  const terminal = await fixture.open(person, await arrange([code]))
  await terminal.received({ type: 'asks', round: 1 })
  fixture.clock.ahead = 60_000
  fixture.keeper.tick()
  expect(terminal.seen.messages.at(-1)).toMatchObject({ type: 'asks' })
  fixture.clock.ahead = 121_000
  fixture.keeper.tick()
  expect(await terminal.over()).toEqual({ type: 'over', outcome: 'answer_late' })
  fixture.clock.ahead = 0
  expect(await fixture.record(person, terminal.terminalId)).toMatchObject({ state: 'failed' })
})

test('a hang-up during the question counts as closed by the device, a cancel as left by the user', async () => {
  const deviceId = await arrange([code])
  const terminal = await fixture.open(person, deviceId)
  await terminal.received({ type: 'asks', round: 1 })
  await devices.pop()!.stop()
  expect((await terminal.over()).outcome).toBe('device_closed')
  const left = await fixture.open(person, await arrange([code]))
  await left.received({ type: 'asks', round: 1 })
  left.socket.close()
  expect(await fixture.record(person, left.terminalId)).toMatchObject({ outcome: 'left', state: 'failed' })
})

test.each([
  ['more prompts than anybody needs', [{ ...code, prompts: Array(9).fill(code.prompts[0]) }], 0],
  [
    'rounds without end',
    Array.from({ length: 50 }, () => ({ prompts: [{ prompt: 'More: ', echo: true }], answers: ['x'] })),
    10,
  ],
] as const)('a device that asks for too much is not entered: %s', async (_which, rounds, answered) => {
  const terminal = await fixture.open(person, await arrange(rounds))
  for (let round = 1; round <= answered; round += 1) {
    await terminal.received({ type: 'asks', round })
    terminal.say({ type: 'answer', round, answers: ['x'] })
  }
  expect((await terminal.over()).outcome).toBe('authentication')
  expect(terminal.seen.messages.filter(({ type }) => type === 'asks')).toHaveLength(answered)
})
