import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newPhone,
  ownPassword,
  tokenOf,
} from '../../../test/account-fixture.ts'
import { oneHourLater, imageCode, waitsLast } from '../../../test/outbox.ts'

let t: AccountTestApp
let company: { id: string; code: string }
beforeAll(async () => {
  t = await createAccountTestApp()
  company = await t.company('company')
})
afterAll(() => t.stop())
beforeEach(() => oneHourLater(t))

type Extra = Record<string, string>
const signIn = (username: string, password: string, extra: Extra = {}, from?: string) =>
  t.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username, password, ...extra },
    ...(from === undefined ? {} : { from }),
  })
const wrong = 'Wrong-password-1'
const wrongTimes = async (times: number, username: string, from?: string) => {
  const codes: unknown[] = []
  for (let attempt = 0; attempt < times; attempt += 1)
    codes.push((await signIn(username, wrong, await imageCode(t), from)).code)
  return codes
}

describe('guessing one account', () => {
  test('requires an image code after three failures; without one nothing is checked or counted', async () => {
    const person = await t.account(company.id, 'engineer')
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await signIn(person.email, wrong)).code).toBe('sign_in.wrong')
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await signIn(person.email, ownPassword)).code).toBe('sign_in.image_code_needed')
    expect((await signIn(person.email, ownPassword, await imageCode(t))).code).toBe(0)
  })

  test('a success resets the count', async () => {
    const person = await t.account(company.id, 'engineer')
    await wrongTimes(3, person.email)
    await signIn(person.email, ownPassword, await imageCode(t))
    expect((await signIn(person.email, ownPassword)).code).toBe(0)
  })

  test('with image codes the delay grows, and applies to the right password too', async () => {
    const person = await t.account(company.id, 'engineer')
    expect(await wrongTimes(6, person.email)).not.toContain('sign_in.wait')
    await waitsLast(t)
    const answer = await signIn(person.email, ownPassword, await imageCode(t))
    expect(answer).toMatchObject({ status: 429, code: 'sign_in.wait' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('counts all concurrent attempts before checking one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('rushed', wrong)))
    expect(answers.filter(({ code }) => code === 'sign_in.wrong')).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'sign_in.image_code_needed')).toHaveLength(9)
  })

  test('delays the account for attempts from many addresses too', async () => {
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 24; attempt += 1) {
      await waitsLast(t)
      codes.push(...(await wrongTimes(1, 'hunted@acme', `198.51.100.${attempt}`)))
    }
    expect(codes.slice(0, 21)).not.toContain('sign_in.wait')
    expect(codes.slice(21)).toContain('sign_in.wait')
  })

  test('another prefix with each attempt does not reset the count of a name that includes its company', async () => {
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await waitsLast(t)
      const extra = { prefix: `p${attempt}`, ...(await imageCode(t)) }
      codes.push((await signIn('someone@acme', wrong, extra)).code)
    }
    expect(codes.at(-1)).toBe('sign_in.wait')
  })
})

test('requires image codes of an address after twenty failures over many accounts', async () => {
  const codes: unknown[] = []
  for (let attempt = 0; attempt < 22; attempt += 1)
    codes.push((await signIn(`victim-${attempt}`, wrong, {}, '203.0.113.7')).code)
  expect(codes.slice(0, 20)).not.toContain('sign_in.image_code_needed')
  expect(codes.slice(20)).toEqual(['sign_in.image_code_needed', 'sign_in.image_code_needed'])
  expect((await signIn('victim-0', wrong, {}, '203.0.113.8')).code).toBe('sign_in.wrong')
})

describe('image codes', () => {
  test('are single use, also if wrong', async () => {
    const person = await t.account(company.id, 'engineer')
    await wrongTimes(3, person.email)
    const used = await imageCode(t)
    expect((await signIn(person.email, wrong, used)).code).toBe('sign_in.wrong')
    expect((await signIn(person.email, ownPassword, used)).code).toBe('sign_in.image_code_wrong')
    const mistyped = await imageCode(t)
    const other = { ...mistyped, captchaCode: mistyped.captchaCode === '0000' ? '1111' : '0000' }
    expect((await signIn(person.email, ownPassword, other)).code).toBe('sign_in.image_code_wrong')
    await t.adminPool.query('update sign_in_failure set blocked_until = last_at')
    expect((await signIn(person.email, ownPassword, mistyped)).code).toBe('sign_in.image_code_wrong')
  })

  test('expire after five minutes', async () => {
    await wrongTimes(3, 'slow')
    const given = await imageCode(t)
    await t.adminPool.query(`update image_code set expires_at = expires_at - interval '5 minutes'`)
    expect((await signIn('slow', wrong, given)).code).toBe('sign_in.image_code_wrong')
  })

  test('are PNG images whose digits are not in the response; frequent requests are delayed', async () => {
    const ask = () =>
      t.raw({ method: 'POST', url: '/api/v1/auth/image-code', payload: {}, from: '203.0.113.9' })
    const answer = await ask()
    const { picture } = answer.data as { picture: string }
    expect(picture).toMatch(/^data:image\/png;base64,iVBOR/)
    const { rows } = await t.adminPool.query('select * from image_code')
    expect(JSON.stringify(rows)).not.toMatch(/"\d{4}"/)
    await t.adminPool.query(`update sign_in_failure set failures = 60 where key = 'image@203.0.113.9'`)
    await ask()
    expect(await ask()).toMatchObject({ status: 429, code: 'request.too_many' })
  })
})

describe('D what an answer reveals', () => {
  const bytes = (answer: { body: string }) => answer.body.replace(/"requestId":"[^"]+"/, '')

  test('a wrong password, an unknown name and an account without a password get identical answers', async () => {
    const person = await t.account(company.id, 'engineer')
    const bare = await t.account(company.id, 'engineer')
    await t.adminPool.query(`update person set password_hash = '' where id = $1`, [bare.personId])
    const answers = [
      await signIn(person.email, wrong),
      await signIn('nobody@example.test', wrong),
      await signIn(bare.email, wrong),
    ]
    expect(new Set(answers.map(bytes)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 401, code: 'sign_in.wrong' })
  })

  test('reports a frozen company only after the right password', async () => {
    const frozen = await t.company('company')
    const person = await t.account(frozen.id, 'engineer')
    await t.adminPool.query(`update company set status = 'frozen', frozen_because = 'hand' where id = $1`, [
      frozen.id,
    ])
    expect((await signIn(person.email, wrong)).code).toBe('sign_in.wrong')
    expect(await signIn(person.email, ownPassword)).toMatchObject({
      code: 40027,
      message: expect.stringMatching(/^The company is frozen.*contact .+\.$/),
    })
  })
})

test('never adopts a token of the client: each sign-in opens a session with a new one', async () => {
  const person = await t.account(company.id, 'engineer')
  const offered = 'attacker-chosen-token-0123456789'
  const headers = { authorization: `Bearer ${offered}`, cookie: `sstoken=${offered}` }
  const payload = { username: person.email, password: ownPassword }
  for (const field of ['token', 'accessToken']) {
    const adopting = { method: 'POST', url: '/api/v1/auth/login', payload: { ...payload, [field]: offered } }
    expect(await t.raw(adopting)).toMatchObject({ status: 400, code: 'request.invalid' })
  }
  const tokens = new Set<string>()
  for (let time = 0; time < 2; time += 1) {
    const answer = await t.raw({ method: 'POST', url: '/api/v1/auth/login', headers, payload })
    expect(answer.code).toBe(0)
    tokens.add(tokenOf(answer))
  }
  expect(tokens.size).toBe(2)
  expect(tokens).not.toContain(offered)
  const asOffered = await t.raw({ method: 'GET', url: '/api/v1/auth/user/simple/info', headers })
  expect(asOffered.code).toBe(40001)
})

test('opens no session by a password that changes during the check', async () => {
  const person = await t.account(company.id, 'engineer')
  const { rows } = await t.adminPool.query<{ opened: string | null }>(
    `select open_proved_session('\\x01', $1, $2, 60, 60, '127.0.0.1', '', 'another hash', null) as opened`,
    [person.personId, company.id],
  )
  expect(rows[0]?.opened).toBeNull()
})

test('shows the page of the root for an unknown prefix and a frozen one', async () => {
  const prefix = `x${newPhone()}`
  await t.adminPool.query('update company set prefix = $2 where id = $1', [company.id, prefix])
  const page = async (given: string) =>
    (await t.raw({ method: 'GET', url: `/api/v1/auth/login/page?prefix=${given}` })).data
  expect(await page(prefix)).toMatchObject({ company: { name: expect.any(String) }, mail: true })
  await t.adminPool.query(`update company set status = 'frozen', frozen_because = 'hand' where id = $1`, [
    company.id,
  ])
  expect(await page(prefix)).toEqual(await page('nobody'))
  expect(await page('')).toMatchObject({ company: null, phoneCodes: true, registration: 'approval' })
})
