import { eventCode } from '@netward/cwmp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerTo, informBody, informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture({ poolPerSource: 5, poolRoom: 12, wrongAnswersPerMinute: 500 })
})
afterAll(() => f.stop())

let serials = 0
const serial = () => `S${process.pid}X${++serials}`

async function deviceBy(serialNumber: string) {
  const [device] = await f.sql<Record<string, string>>(
    'select * from device where serial_number = upper($1)',
    [serialNumber],
  )
  return device
}

async function poolBy(serialNumber: string) {
  const [entry] = await f.sql(
    'select id::text, two_callers_at, host(remote_address) as address from gateway_pool where serial_number = $1',
    [serialNumber],
  )
  return entry
}

/** A gateway that has proved its own credentials. */
async function proved() {
  const company = await f.company()
  const gateway = f.gateway({ username: company.username, password: company.password })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  gateway.informNow()
  await gateway.waitFor((g) => g.state.sessions >= 2)
  gateway.stop()
  const { serialNumber, oui, productClass } = gateway.factory.deviceId
  return {
    company,
    gateway,
    identity: { serialNumber, oui, productClass },
    own: {
      username: gateway.value('ManagementServer.Username'),
      password: gateway.value('ManagementServer.Password'),
    },
  }
}

describe('credentials', () => {
  test('a replayed answer, or one from another address, gets a new challenge', async () => {
    const company = await f.company()
    const identity = { serialNumber: serial() }
    const first = await informWith(f.url, identity, company)
    expect(first.status).toBe(200)
    const headers = { authorization: first.authorization }
    const replayed = await post(f.url, informBody(identity), { headers })
    expect(replayed.status).toBe(401)
    expect(replayed.headers['www-authenticate']).toContain('stale=true')
    const elsewhere = await post(f.url, informBody(identity), { headers, from: '127.0.0.9' })
    expect(elsewhere.status).toBe(401)
  })

  test('a nonce may be reused with a growing count', async () => {
    const company = await f.company()
    const identity = { serialNumber: serial() }
    const challenged = await post(f.url, informBody(identity))
    for (const [count, status] of [
      [1, 200],
      [2, 200],
      [2, 401],
      [3, 200],
    ] as const) {
      const authorization = answerTo(challenged, company, '/', count)
      expect((await post(f.url, informBody(identity), { headers: { authorization } })).status).toBe(status)
    }
  })

  test('a nonce that we did not issue is refused', async () => {
    const company = await f.company()
    const authorization = answerTo(
      {
        status: 401,
        body: '',
        headers: { 'www-authenticate': 'Digest realm="netward", qop="auth", nonce="AAAA"' },
      },
      company,
    )
    const answer = await post(f.url, informBody({ serialNumber: serial() }), { headers: { authorization } })
    expect(answer.status).toBe(401)
  })

  test('stolen credentials of one gateway do not open the session of another', async () => {
    const [one, other] = [await proved(), await proved()]
    expect((await informWith(f.url, { ...one.identity, events: [eventCode.periodic] }, one.own)).status).toBe(
      200,
    )
    expect(
      (await informWith(f.url, { ...other.identity, events: [eventCode.periodic] }, one.own)).status,
    ).toBe(401)
  })

  test("another company's bootstrap credentials neither move a gateway nor quarantine it", async () => {
    const { identity, company } = await proved()
    const thief = await f.company()
    expect((await informWith(f.url, identity, thief)).status).toBe(401)
    expect(await deviceBy(identity.serialNumber)).toMatchObject({ company_id: company.id, guard: 'none' })
  })

  test('Basic is refused over plain http', async () => {
    const company = await f.company()
    const authorization = `Basic ${Buffer.from(`${company.username}:${company.password}`).toString('base64')}`
    const serialNumber = serial()
    const answer = await post(f.url, informBody({ serialNumber }), { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(String(answer.headers['www-authenticate'])).not.toContain('Basic')
    expect(await deviceBy(serialNumber)).toBeUndefined()
  })

  test('the old bootstrap password stops working when a new one is generated', async () => {
    const company = await f.company()
    await company.admin.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
    expect((await informWith(f.url, { serialNumber: serial() }, company)).status).toBe(401)
  })

  test('known and unknown user names, companies and serials get the same refusal', async () => {
    const { identity, own, company } = await proved()
    const wrong = 'not the password'
    const answers = await Promise.all([
      informWith(f.url, identity, { username: own.username, password: wrong }),
      informWith(f.url, identity, { username: company.username, password: wrong }),
      informWith(f.url, { serialNumber: serial() }, { username: company.username, password: wrong }),
      informWith(f.url, { serialNumber: serial() }, { username: 'nobody', password: wrong }),
    ])
    const shown = answers.map(({ status, body, headers }) => ({
      status,
      body,
      challenge: String(headers['www-authenticate']).replaceAll(/nonce="[^"]*"/g, ''),
      names: Object.keys(headers).toSorted(),
    }))
    for (const one of shown) expect(one).toEqual(shown[0])
  })
})

describe('quarantine and duplicates', () => {
  test('bootstrap credentials are refused for a gateway that has its own', async () => {
    const { identity, company } = await proved()
    expect((await informWith(f.url, { ...identity, events: [eventCode.periodic] }, company)).status).toBe(401)
  })

  test('0 BOOTSTRAP with bootstrap credentials quarantines: no secrets, no commands, until approved', async () => {
    const { identity, company } = await proved()
    const { id } = (await deviceBy(identity.serialNumber))!
    await f.sql(
      `insert into device_command (company_id, device_id, kind, request, expires_at)
       values ($1, $2, 'get_parameter_values', '{"paths": ["Device.DeviceInfo."]}', now() + interval '1 hour')`,
      [company.id, id],
    )
    const session = await informWith(f.url, identity, company)
    expect(session.status).toBe(200)
    expect((await post(f.url, '', { headers: { cookie: session.cookie } })).status).toBe(204)
    expect(await deviceBy(identity.serialNumber)).toMatchObject({ guard: 'quarantined' })

    const approved = await company.admin.call('POST /api/v1/device/:deviceId/approve', { deviceId: id! })
    expect(approved.code).toBe(0)
    const again = await informWith(f.url, identity, company)
    const call = await post(f.url, '', { headers: { cookie: again.cookie } })
    expect(call.body).toContain('ManagementServer.Password')
  })

  test('its own credentials after another caller took its place with 0 BOOTSTRAP: a duplicate', async () => {
    const { identity, company, own } = await proved()
    await informWith(f.url, identity, company, { from: '127.0.0.5' })
    await informWith(f.url, { ...identity, events: [eventCode.periodic] }, own)
    expect(await deviceBy(identity.serialNumber)).toMatchObject({ guard: 'duplicate' })
  })

  test('two sources that alternate with one identity are a duplicate', async () => {
    const { identity, own } = await proved()
    for (const from of ['127.0.0.5', '127.0.0.6', '127.0.0.5', '127.0.0.6']) {
      const answer = await informWith(f.url, { ...identity, events: [eventCode.periodic] }, own, { from })
      expect(answer.status).toBe(200)
    }
    expect(await deviceBy(identity.serialNumber)).toMatchObject({ guard: 'duplicate' })
  })

  test('a serial number that many units share is a duplicate from the start', async () => {
    const company = await f.company()
    const session = await informWith(f.url, { serialNumber: '000000000000' }, company)
    expect(session.status).toBe(200)
    expect((await post(f.url, '', { headers: { cookie: session.cookie } })).status).toBe(204)
    expect(await deviceBy('000000000000')).toMatchObject({
      guard: 'duplicate',
      credential_state: 'bootstrap',
    })
  })
})

describe('the pool', () => {
  test('an identity enters it only after leaving the challenge unanswered', async () => {
    const serialNumber = serial()
    expect((await post(f.url, informBody({ serialNumber }), { from: '127.0.1.1' })).status).toBe(401)
    await f.acs.flush()
    expect(await poolBy(serialNumber)).toBeUndefined()
    await vi.waitFor(async () => expect(await poolBy(serialNumber)).toMatchObject({ address: '127.0.1.1' }))
  })

  test('or answering it wrong', async () => {
    const serialNumber = serial()
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' }, { from: '127.0.2.1' })
    await f.acs.flush()
    expect(await poolBy(serialNumber)).toBeDefined()
  })

  test('each network and the whole pool are bounded; a pre-registered gateway always fits', async () => {
    const wrong = { username: 'x', password: 'y' }
    for (const network of [10, 11, 12, 13]) {
      for (let n = 0; n < 7; n++) {
        await informWith(f.url, { serialNumber: serial() }, wrong, { from: `127.0.${network}.${n + 1}` })
      }
      await f.acs.flush()
      const [held] = await f.sql<{ count: string }>(
        `select count(*) from gateway_pool where remote_address << $1::inet`,
        [`127.0.${network}.0/24`],
      )
      expect(Number(held?.count)).toBeLessThanOrEqual(5)
    }
    const [all] = await f.sql<{ count: string }>('select count(*) from gateway_pool')
    expect(Number(all?.count)).toBe(12)

    const company = await f.company()
    const serialNumber = serial()
    await f.sql(`insert into pre_registration (company_id, oui, serial_number) values ($1, '00D09E', $2)`, [
      company.id,
      serialNumber,
    ])
    await informWith(f.url, { serialNumber }, wrong, { from: '127.0.10.9' })
    await f.acs.flush()
    expect(await poolBy(serialNumber)).toBeDefined()
    const seen = await company.admin.call('POST /api/v1/device/pool/lists', {})
    expect(seen.data.items).toMatchObject([{ serialNumber, seenBy: 'pre_registration' }])
  })
})

describe('a claim by hand', () => {
  test('opens for that identity, sets credentials and ends; any other claim reveals nothing', async () => {
    const company = await f.company()
    const gateway = f.gateway({ localAddress: '127.0.3.1' })
    const { serialNumber } = gateway.factory.deviceId
    await f.sql(`insert into pre_registration (company_id, oui, serial_number) values ($1, $2, $3)`, [
      company.id,
      gateway.factory.deviceId.oui,
      serialNumber,
    ])
    gateway.start()
    await vi.waitFor(async () => expect(await poolBy(serialNumber)).toBeDefined())
    gateway.stop()
    const entry = await poolBy(serialNumber)

    const stranger = await f.company()
    const refused = await stranger.admin.call('POST /api/v1/device/pool/claim', {
      poolIds: [String(entry!['id'])],
    })
    const absent = await stranger.admin.call('POST /api/v1/device/pool/claim', { poolIds: ['999999999'] })
    expect(refused.code).toBe(50002)
    expect(absent.code).toBe(50002)
    expect(absent.data).toEqual(
      JSON.parse(JSON.stringify(refused.data).replaceAll(String(entry!['id']), '999999999')),
    )

    const claimed = await company.admin.call('POST /api/v1/device/pool/claim', {
      poolIds: [String(entry!['id'])],
    })
    // A pre-registration proves nothing: it waits for an approval from above.
    expect(claimed.data).toEqual({ accepted: 1, asked: 1, failed: [] })
    const poolId = String(entry!['id'])
    const approved = await f.t.operator.call('POST /api/v1/device/pool/:poolId/approval', {
      poolId,
      approve: true,
    })
    expect(approved.code).toBe(0)
    await vi.waitFor(async () => {
      gateway.start()
      await gateway.waitFor((g) => g.state.sessions >= 1, 1000)
    })
    expect(gateway.state.last?.calls).toEqual(['SetParameterValues'])
    gateway.informNow()
    await gateway.waitFor((g) => g.state.sessions >= 2)
    expect(await f.deviceOf(gateway)).toMatchObject({
      company_id: company.id,
      enrolled_by: 'claim',
      credential_state: 'own',
    })
    expect(await poolBy(serialNumber)).toBeUndefined()
  })

  test('opens nothing for a caller from another address, which makes it a duplicate', async () => {
    const serialNumber = serial()
    const wrong = { username: 'x', password: 'y' }
    await f.sql(
      `insert into pre_registration (company_id, oui, serial_number) select id, '00D09E', $1 from company where kind = 'op'`,
      [serialNumber],
    )
    await informWith(f.url, { serialNumber }, wrong, { from: '127.0.4.1' })
    await f.acs.flush()
    const entry = await poolBy(serialNumber)
    const claimed = await f.t.operator.call('POST /api/v1/device/pool/claim', {
      poolIds: [String(entry?.['id'])],
    })
    expect(claimed.code).toBe(0)
    const thief = await informWith(f.url, { serialNumber }, wrong, { from: '127.0.4.2' })
    expect(thief.status).toBe(401)
    await f.acs.flush()
    expect((await poolBy(serialNumber))?.['two_callers_at']).not.toBeNull()
    const again = await f.t.operator.call('POST /api/v1/device/pool/claim', {
      poolIds: [String(entry?.['id'])],
    })
    expect(again.code).toBe(50002)
    expect(await deviceBy(serialNumber)).toBeUndefined()
  })
})

test('the platform claims an unknown gateway for the tenant that it names', async () => {
  // The tests of its bounds filled the pool.
  await f.sql('delete from gateway_pool')
  const serialNumber = serial()
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' }, { from: '127.0.4.9' })
  await f.acs.flush()
  const entry = await poolBy(serialNumber)
  const tenant = await f.t.company('company')
  const claimed = await f.t.operator.actingIn(tenant.id).call('POST /api/v1/device/pool/claim', {
    poolIds: [String(entry?.['id'])],
  })
  expect(claimed).toMatchObject({ code: 0, data: { accepted: 1 } })
  const [held] = await f.sql('select claim_company_id::text from gateway_pool where serial_number = $1', [
    serialNumber,
  ])
  expect(held).toEqual({ claim_company_id: tenant.id })
})

test('an Inform without DeviceId or without a serial number is refused from every sender', async () => {
  const { username, password } = await f.company()
  const nameless = informBody({ serialNumber: '' })
  const bare = informBody({ serialNumber: serial() }).replace(
    /<DeviceId>.*<\/DeviceId>/s,
    '<SerialNumber>S1</SerialNumber>',
  )
  expect(bare).not.toContain('DeviceId')
  for (const body of [nameless, bare]) {
    const challenged = await post(f.url, informBody({ serialNumber: serial() }))
    const authorization = answerTo(challenged, { username, password })
    expect((await post(f.url, body, { headers: { authorization } })).status).toBe(400)
  }
  expect(await f.sql(`select 1 from device where serial_number = ''`)).toEqual([])
})

test('two gateways whose OUI differs behind the sixth character are two', async () => {
  const credentials = await f.company()
  const serialNumber = serial()
  for (const oui of ['00D09E11', '00D09E22']) await informWith(f.url, { serialNumber, oui }, credentials)
  const rows = await f.sql('select oui from device where serial_number = upper($1) order by oui', [
    serialNumber,
  ])
  expect(rows).toEqual([{ oui: '00D09E11' }, { oui: '00D09E22' }])
})
