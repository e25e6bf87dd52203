import { type ProbeRelease, releaseText } from '@netward/collector/probe-frames'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { writeConfiguration } from './configuration.ts'
import { judgeRelease, Programs } from './release.ts'
import { Supervisor } from './supervisor.ts'

const holder = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const releaseKey = holder.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const signed = (version: string, sha256: string, key: KeyObject = holder.privateKey): ProbeRelease => ({
  version,
  sha256,
  signature: sign(null, Buffer.from(releaseText({ version, sha256 })), key).toString('base64'),
})

const sha256 = 'a'.repeat(64)
const whole = signed('2.0.0', sha256)
test.each([
  ['signed by the holder of the pinned key', whole, releaseKey, 'signed'],
  ['without a signature', { ...whole, signature: null }, releaseKey, 'unsigned'],
  ['where no key is pinned', whole, null, 'unsigned'],
  ['signed by somebody else', signed('2.0.0', sha256, other.privateKey), releaseKey, 'refused'],
  ['with another program', { ...whole, sha256: 'b'.repeat(64) }, releaseKey, 'refused'],
  ['with another version', { ...whole, version: '2.0.1' }, releaseKey, 'refused'],
  ['of the same version', signed('1.0.0', sha256), releaseKey, 'none'],
  ['of an older version', signed('0.9.9', sha256), releaseKey, 'none'],
  ['with a path for a version', signed('../../x', sha256), releaseKey, 'none'],
] as const)('a release %s', (_what, release, key, judgement) => {
  expect(judgeRelease(release, '1.0.0', key)).toBe(judgement)
})

const running: Supervisor[] = []
const states: string[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  for (const one of states.splice(0)) rmSync(one, { recursive: true, force: true })
})

/** The program in use offers the release that lies beside it, once, and notes each start. */
const offering = `import { appendFileSync, readFileSync } from 'node:fs'
const state = process.argv.at(-1)
appendFileSync(state + '/log', 'old\\n')
process.send({ kind: 'up' })
process.send({ kind: 'upgrade', release: JSON.parse(readFileSync(state + '/offered.json', 'utf8')) })
process.on('disconnect', () => process.exit())
setInterval(() => {}, 1000)`

function arrange(newProgram: string, key: KeyObject = holder.privateKey) {
  const state = mkdtempSync(path.join(tmpdir(), 'netward-upgrade-'))
  states.push(state)
  writeConfiguration(state, {
    server: 'https://netward.test',
    ranges: ['192.168.1.0/24'],
    lineTargets: [],
    allowLoopback: false,
    releaseKey,
    trapPort: null,
    spoolDays: 7,
    spoolBytes: 1e9,
  })
  const program = path.join(state, 'old.mjs')
  writeFileSync(program, offering)
  const programs = new Programs(state)
  const release = signed('2.0.0', createHash('sha256').update(newProgram).digest('hex'), key)
  mkdirSync(path.join(state, 'program'))
  writeFileSync(programs.fileOf('2.0.0'), newProgram)
  writeFileSync(path.join(state, 'offered.json'), JSON.stringify(release))
  const said: string[] = []
  const start = () => {
    const supervisor = new Supervisor({
      state,
      program,
      version: '1.0.0',
      log: (text) => said.push(text),
      upMilliseconds: 4_000,
    })
    running.push(supervisor)
    supervisor.start()
    return supervisor
  }
  const log = () => readFileSync(path.join(state, 'log'), 'utf8').trim().split('\n')
  return { start, said, log, programs, release }
}

const comesUp = `import { appendFileSync } from 'node:fs'
appendFileSync(process.argv.at(-1) + '/log', 'new\\n')
process.send({ kind: 'up' })
process.on('disconnect', () => process.exit())
setInterval(() => {}, 1000)`
const patiently = { timeout: 20_000, interval: 20 }

test('a signed program that comes up is used, also after a restart', async () => {
  const { start, said, log, programs } = arrange(comesUp)
  const first = start()
  await vi.waitFor(() => expect(said).toContain('upgraded to 2.0.0'), patiently)
  expect(log()).toEqual(['old', 'new'])
  expect(programs.current('1.0.0', releaseKey)).toMatchObject({ version: '2.0.0' })
  await first.stop()
  start()
  await vi.waitFor(() => expect(log()).toEqual(['old', 'new', 'new']), patiently)
})

test.each([
  ['does not reach the server', 'setInterval(() => {}, 1000)'],
  ['ends at once', 'process.exit(1)'],
])('a program that %s is taken back, and not tried again', async (_what, program) => {
  const { start, said, log, programs } = arrange(program)
  start()
  await vi.waitFor(
    () => expect(said).toContain('version 2.0.0 did not come up: the one before it goes on'),
    patiently,
  )
  await vi.waitFor(() => expect(log().slice(0, 2)).toEqual(['old', 'old']), patiently)
  expect(programs.hasFailed('2.0.0')).toBe(true)
  expect(programs.current('1.0.0', releaseKey)).toBeNull()
})

test('a program that somebody else signed never runs, whatever its process says', async () => {
  const { start, said, log, programs, release } = arrange(comesUp, other.privateKey)
  programs.use(release)
  start()
  await vi.waitFor(() => expect(log()).toEqual(['old']), patiently)
  expect(said).toEqual([])
})
