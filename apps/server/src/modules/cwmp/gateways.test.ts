import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { informBody, informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture, testAcsConfig } from '../../../test/acs-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

let serials = 0
const serial = () => `R${process.pid}X${++serials}`

async function deviceBy(serialNumber: string) {
  const [device] = await f.sql<Record<string, string>>(
    'select * from device where serial_number = upper($1) order by id desc limit 1',
    [serialNumber],
  )
  return device
}

async function register(companyId: string, serialNumber: string, label: string | null = null) {
  const person = await f.t.person(companyId, 'administrator')
  const csv = `serialNumber,oui,name,labelSecret\n${serialNumber},00D09E,Shop,${label ?? ''}\n`
  return importCsv(person, csv)
}

/** As if the platform had registered it: a secret that the company itself registered awaits approval. */
async function registerFromAbove(companyId: string, serialNumber: string, label: string) {
  await register(companyId, serialNumber, label)
  await f.sql('update pre_registration set registered_by = 1 where serial_number = $1', [serialNumber])
}

async function importCsv(person: { token: string; companyId: string }, csv: string) {
  const boundary = 'b0undary'
  return f.t.raw({
    method: 'POST',
    url: '/api/v1/device/pre-registration/import',
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-company-id': person.companyId,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`,
  })
}

describe('enrolment', () => {
  test('a company has a user name from the start, a password shown once, and a URL that can be shown again', async () => {
    const company = await f.t.company('company')
    const admin = await f.t.person(company.id, 'administrator')
    const before = await admin.call('GET /api/v1/device/enrolment')
    expect(before.data).toEqual({
      acsUrl: 'http://acs.example/',
      username: `netward-${company.code}`,
      hasPassword: false,
      enrolmentUrl: null,
      approveUnknown: true,
      limits: { thisHour: 0, perHour: 1000, lastDay: 0, perDay: 5000, waiting: 0 },
    })
    const password = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
    expect(password.data.password).toMatch(/^[\w-]{20}$/)
    const url = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    const after = await admin.call('GET /api/v1/device/enrolment')
    expect(after.data).toMatchObject({ hasPassword: true, enrolmentUrl: url.data.enrolmentUrl })
    const again = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    expect([password, url, again].map(({ data }) => data.replaced)).toEqual([false, false, true])
    const shown = await admin.call('GET /api/v1/device/enrolment')
    expect(shown.data.enrolmentUrl).toBe(again.data.enrolmentUrl)
    expect(after.body).not.toContain(password.data.password)
  })

  test('the enrolment URL stands for the credentials; a gateway that stores its own proves them next time', async () => {
    const { id, admin } = await f.company()
    const { data } = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    const { pathname } = new URL(data.enrolmentUrl!)
    const gateway = f.gateway({ url: new URL(pathname, f.url).href })
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 1)
    expect(await f.deviceOf(gateway)).toMatchObject({ company_id: id, enrolled_by: 'enrolment_url' })
    await vi.waitFor(async () => {
      gateway.informNow()
      expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own' })
    })
    gateway.stop()
    const identity = { ...gateway.factory.deviceId, events: ['2 PERIODIC'] }
    expect((await post(f.url, informBody(identity), { path: pathname })).status).toBe(401)
  })

  test('a gateway that cannot store credentials stays with the URL, and is marked as weak', async () => {
    const { admin } = await f.company()
    const { data } = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    const path = new URL(data.enrolmentUrl!).pathname
    const identity = { serialNumber: serial(), events: ['2 PERIODIC'] }
    const first = await post(f.url, informBody(identity), { path })
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const set = await post(f.url, '', { headers: { cookie } })
    expect(set.body).toContain('SetParameterValues')
    const done = set.body.replace(
      /<cwmp:SetParameterValues>.*<\/cwmp:SetParameterValues>/s,
      '<cwmp:SetParameterValuesResponse><Status>0</Status></cwmp:SetParameterValuesResponse>',
    )
    expect((await post(f.url, done, { headers: { cookie } })).status).toBe(200)
    expect(await deviceBy(identity.serialNumber)).toMatchObject({ credential_state: 'setting' })
    await vi.waitFor(async () => {
      await post(f.url, informBody(identity), { path })
      expect(await deviceBy(identity.serialNumber)).toMatchObject({ credential_state: 'enrolment_url' })
    })
    expect((await post(f.url, informBody(identity), { path })).status).toBe(200)
  })

  test('a gateway that crashes on the credentials does not get the Inform time again', async () => {
    const { username, password } = await f.company()
    const identity = { serialNumber: serial() }
    const bodies = []
    for (let time = 0; time < 2; time++) {
      const { cookie } = await informWith(f.url, identity, { username, password })
      bodies.push((await post(f.url, '', { headers: { cookie } })).body)
    }
    expect(bodies[0]).toContain('ManagementServer.PeriodicInformTime')
    expect(bodies[1]).toContain('ManagementServer.ConnectionRequestPassword')
    expect(bodies[1]).not.toContain('ManagementServer.PeriodicInformTime')
  })

  test('a gateway that repeatedly calls without them is admitted by its URL, and its lack of credentials is reported once', async () => {
    const { admin } = await f.company()
    const { data } = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    const { pathname: path } = new URL(data.enrolmentUrl!)
    const identity = { serialNumber: serial() }
    const inform = () => post(f.url, informBody(identity), { path })
    const cookie = (await inform()).headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    await post(f.url, '', { path, headers: { cookie } })
    const [device] = await f.sql<{ id: string }>('select id from device where serial_number = $1', [
      identity.serialNumber,
    ])
    // Concurrent challenges are found unanswered one after the other.
    for (let time = 0; time < 4; time++) {
      await f.t.scopes.asLoginRole('select acs_unanswered($1)', [device!.id])
    }
    expect((await inform()).status).toBe(200)
    const notKept = await f.sql(
      `select from device_timeline where device_id = $1 and kind = 'credentials.not_kept'`,
      [device!.id],
    )
    expect(notKept).toHaveLength(1)
  })

  test('0 BOOTSTRAP without its credentials quarantines a gateway of the URL, too', async () => {
    const { admin } = await f.company()
    const { data } = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    const { pathname } = new URL(data.enrolmentUrl!)
    const gateway = f.gateway({ url: new URL(pathname, f.url).href })
    gateway.start()
    await vi.waitFor(async () => {
      gateway.informNow()
      expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own' })
    })
    gateway.stop()
    const identity = { ...gateway.factory.deviceId }
    expect((await post(f.url, informBody(identity), { path: pathname })).status).toBe(401)
    await vi.waitFor(async () => expect(await f.deviceOf(gateway)).toMatchObject({ guard: 'quarantined' }))
    const quarantined = await post(f.url, informBody(identity), { path: pathname })
    const cookie = quarantined.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    expect((await post(f.url, '', { headers: { cookie } })).status).toBe(204)
  })

  test('a new URL stops the old one at once', async () => {
    const { admin } = await f.company()
    const old = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
    const { pathname } = new URL(old.data.enrolmentUrl!)
    const answer = await post(f.url, informBody({ serialNumber: serial() }), { path: pathname })
    expect(answer.status).toBe(401)
  })
})

describe('pre-registration', () => {
  test('all rows or none, each refused one named', async () => {
    const { id } = await f.company()
    const person = await f.t.person(id, 'administrator')
    const refused = await importCsv(person, 'serialNumber,oui\nA100,00D09E\n,00D09E\nA101,zz\n')
    expect(refused).toMatchObject({
      status: 422,
      code: 41033,
      data: { failed: [{ ip: '3' }, { ip: '4' }] },
    })
    const empty = await person.call('POST /api/v1/device/pre-registration/lists', {})
    expect(empty.data.total).toBe(0)
    expect((await importCsv(person, 'nothing of the kind')).code).toBe('import.not_csv')
    expect((await importCsv(person, 'serialNumber,oui\nA100,00D09E\nA101,00D09E\n')).data).toEqual({
      imported: 2,
    })
    const listed = await person.call('POST /api/v1/device/pre-registration/lists', { search: 'a100' })
    expect(listed.data.items).toMatchObject([
      { serialNumber: 'A100', state: 'waiting', hasLabelSecret: false },
    ])
    const removed = await person.call('DELETE /api/v1/device/pre-registration/:preRegistrationId', {
      preRegistrationId: listed.data.items[0]!.id,
    })
    expect(removed.code).toBe(0)
  })

  test('it assigns and does not authenticate: the gateway waits for approval', async () => {
    const { id, admin } = await f.company()
    const serialNumber = serial()
    await register(id, serialNumber)
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
    await f.acs.flush()
    expect(await deviceBy(serialNumber)).toBeUndefined()
    const seen = await admin.call('POST /api/v1/device/pool/lists', {})
    expect(seen.data.items).toMatchObject([{ serialNumber, seenBy: 'pre_registration' }])
  })

  test('the secret on the label authenticates', async () => {
    const { id } = await f.company()
    const serialNumber = serial()
    await register(id, serialNumber, 'label-1')
    expect(
      (await informWith(f.url, { serialNumber }, { username: 'admin', password: 'label-2' })).status,
    ).toBe(401)
    expect(
      (await informWith(f.url, { serialNumber }, { username: 'admin', password: 'label-1' })).status,
    ).toBe(200)
    expect(await deviceBy(serialNumber)).toMatchObject({
      company_id: id,
      enrolled_by: 'pre_registration',
      name: 'Shop',
    })
  })

  test('two companies with the same one are a conflict that only the platform sees', async () => {
    const [one, two] = [await f.company(), await f.company()]
    const serialNumber = serial()
    await register(one.id, serialNumber)
    await register(two.id, serialNumber)
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
    await f.acs.flush()
    for (const { admin } of [one, two]) {
      expect((await admin.call('POST /api/v1/device/pool/lists', {})).data.items).toEqual([])
      const registered = await admin.call('POST /api/v1/device/pre-registration/lists', {})
      expect(registered.data.items).toMatchObject([{ state: 'waiting' }])
    }
    const platform = await f.t.operator.call('POST /api/v1/device/pool/lists', { search: serialNumber })
    expect(platform.data.items).toMatchObject([{ serialNumber, seenBy: 'platform' }])
  })
})

describe('a claim by label', () => {
  test('is accepted with the registered secret, and refused alike for every other cause, after the same time', async () => {
    const serialNumber = serial()
    const operatorCompany = f.t.operator.companyId
    await register(operatorCompany, serialNumber, 'label-7')
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
    await f.acs.flush()
    const { admin } = await f.company()
    const claim = async (label: string, number = serialNumber) => {
      const started = performance.now()
      const answer = await admin.call('POST /api/v1/device/pool/claim-by-label', {
        oui: '00d09e',
        productClass: 'GW',
        serialNumber: number,
        labelSecret: label,
      })
      return {
        code: answer.code,
        body: answer.body.replace(/"requestId":"[^"]*"/, ''),
        milliseconds: performance.now() - started,
      }
    }
    const [wrong, unknown] = [await claim('label-8'), await claim('label-7', 'NOBODY1')]
    expect(wrong.code).toBe('gateway.claim_refused')
    expect(unknown.body).toBe(wrong.body)
    const right = await claim('label-7')
    expect(right.code).toBe(0)
    for (const { milliseconds } of [wrong, unknown, right]) expect(milliseconds).toBeGreaterThanOrEqual(149)
    const stranger = await f.company()
    const late = await stranger.admin.call('POST /api/v1/device/pool/claim-by-label', {
      oui: '00D09E',
      productClass: 'GW',
      serialNumber,
      labelSecret: 'label-7',
    })
    expect(late.code).toBe('gateway.claim_refused')
  })

  /** Gateways of one serial number, of these product classes, in the pool. */
  async function pooled(serialNumber: string, ...classes: string[]) {
    for (const productClass of classes)
      await informWith(f.url, { serialNumber, productClass }, { username: 'x', password: 'y' })
    await f.acs.flush()
  }
  const openClaims = (serialNumber: string) =>
    f.sql<{ product_class: string }>(
      'select product_class from gateway_pool where serial_number = $1 and claim_until is not null',
      [serialNumber],
    )
  async function claimer() {
    const { admin, id } = await f.company()
    const claim = (serialNumber: string, given: object = {}) =>
      admin.call('POST /api/v1/device/pool/claim-by-label', {
        oui: '00D09E',
        serialNumber,
        labelSecret: 'label-7',
        ...given,
      })
    return { id, admin, claim }
  }

  test('needs no product class where the serial number says which gateway it is', async () => {
    const { id, claim } = await claimer()
    const serialNumber = serial()
    await registerFromAbove(id, serialNumber, 'label-7')
    await pooled(serialNumber, 'GW')
    expect((await claim(serialNumber, { oui: '00D09F' })).code).toBe('gateway.claim_refused')
    expect((await claim(serialNumber, { productClass: 'OTHER' })).code).toBe('gateway.claim_refused')
    expect((await claim(serialNumber)).code).toBe(0)
    expect(await openClaims(serialNumber)).toEqual([{ product_class: 'GW' }])
  })

  test('asks for the product class if the secret matches several, and reveals that to its holder only', async () => {
    const { id, claim } = await claimer()
    const serialNumber = serial()
    await registerFromAbove(id, serialNumber, 'label-7')
    await pooled(serialNumber, 'GW', 'AP')
    expect((await claim(serialNumber, { labelSecret: 'label-8' })).code).toBe('gateway.claim_refused')
    expect(await claim(serialNumber)).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'productClass' }] },
    })
    expect(await openClaims(serialNumber)).toEqual([])
    expect((await claim(serialNumber, { productClass: 'ap' })).code).toBe(0)
    expect(await openClaims(serialNumber)).toEqual([{ product_class: 'AP' }])
  })

  test('asks for it too where the other one is only registered and has not called in', async () => {
    const { id, claim } = await claimer()
    const admin = await f.t.person(id, 'administrator')
    const serialNumber = serial()
    const rows = ['GW', 'AP'].map((productClass) => `${serialNumber},00D09E,${productClass},label-7`)
    await importCsv(admin, `serialNumber,oui,productClass,labelSecret\n${rows.join('\n')}\n`)
    await pooled(serialNumber, 'GW')
    expect((await claim(serialNumber)).code).toBe('request.invalid')
    expect((await claim(serialNumber, { productClass: 'GW' })).code).toBe(0)
  })

  test('is refused for all of several where one of them is withheld from the company', async () => {
    const { id, claim } = await claimer()
    const owner = await f.company()
    const serialNumber = serial()
    await register(id, serialNumber, 'label-7')
    const admin = await f.t.person(owner.id, 'administrator')
    await importCsv(
      admin,
      `serialNumber,oui,productClass,labelSecret\n${serialNumber},00D09E,AP,on-the-label\n`,
    )
    await pooled(serialNumber, 'GW', 'AP')
    expect((await claim(serialNumber)).code).toBe('gateway.claim_refused')
    expect(await openClaims(serialNumber)).toEqual([])
  })
})

describe('a serial that another company registered', () => {
  const claimWith = (admin: { call: typeof f.t.operator.call }, serialNumber: string, labelSecret: string) =>
    admin.call('POST /api/v1/device/pool/claim-by-label', {
      oui: '00D09E',
      productClass: 'GW',
      serialNumber,
      labelSecret,
    })

  test('cannot be claimed with an invented label secret', async () => {
    const [owner, thief] = [await f.company(), await f.company()]
    const serialNumber = serial()
    await register(owner.id, serialNumber, 'on-the-label')
    await register(thief.id, serialNumber, 'invented')
    await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
    await f.acs.flush()
    expect((await claimWith(thief.admin, serialNumber, 'invented')).code).toBe('gateway.claim_refused')
    const platform = await f.t.operator.call('POST /api/v1/device/pool/lists', { search: serialNumber })
    expect(platform.data.items).toMatchObject([{ serialNumber, claimOpenUntil: null }])
  })

  test('is admitted with the secret on its label however often the other company registered it', async () => {
    const [owner, thief] = [await f.company(), await f.company()]
    const serialNumber = serial()
    const admin = await f.t.person(thief.id, 'administrator')
    const rows = ['gw', 'Gw', 'gW', 'GW'].flatMap((model) =>
      ['', '00D09E'].flatMap((oui) =>
        ['', 'GW'].map((productClass) => `${serialNumber},${oui},${productClass},${model},invented`),
      ),
    )
    const csv = `serialNumber,oui,productClass,model,labelSecret\n${rows.join('\n')}\n`
    expect((await importCsv(admin, csv)).data).toEqual({ imported: 16 })
    await register(owner.id, serialNumber, 'on-the-label')
    const entered = await informWith(f.url, { serialNumber }, { username: 'any', password: 'on-the-label' })
    expect(entered.status).toBe(200)
    expect(await deviceBy(serialNumber)).toMatchObject({ company_id: owner.id })
  })
})

test('an identity is shown as the gateway writes it, and matches in any case', async () => {
  const company = await f.company()
  const serialNumber = `Ab${serial()}x`
  await register(company.id, serialNumber.toUpperCase(), 'on-the-label')
  const by = { username: 'any', password: 'on-the-label' }
  const entered = await informWith(f.url, { serialNumber, productClass: 'Home Router' }, by)
  expect(entered.status).toBe(200)
  const [device] = await f.sql('select id, company_id from device where serial_number = $1', [serialNumber])
  expect(device).toMatchObject({ company_id: company.id })
  const read = await company.admin.call('GET /api/v1/device/:deviceId', { deviceId: String(device!['id']) })
  expect(read.data).toMatchObject({ serialNumber, productClass: 'Home Router' })
  // The same unit after an upgrade that writes its identity in another case: no second device.
  const other = { serialNumber: serialNumber.toLowerCase(), productClass: 'HOME ROUTER' }
  await informWith(f.url, other, by)
  const devices = await company.admin.call('POST /api/v1/device/lists', { search: serialNumber })
  expect(devices.data.total).toBe(1)
})

describe('release and approval', () => {
  test('a released gateway is unknown again; its device stays, and another company can take it', async () => {
    const [one, two] = [await f.company(), await f.company()]
    const serialNumber = serial()
    await informWith(f.url, { serialNumber }, one)
    const before = (await deviceBy(serialNumber))!
    expect((await informWith(f.url, { serialNumber }, two)).status).toBe(401)
    const released = await one.admin.call('POST /api/v1/device/:deviceId/release', {
      deviceId: before['id']!,
    })
    expect(released.code).toBe(0)
    const again = await one.admin.call('POST /api/v1/device/:deviceId/release', { deviceId: before['id']! })
    expect(again.code).toBe('device.move_not_allowed')
    expect((await informWith(f.url, { serialNumber }, two)).status).toBe(200)
    const after = (await deviceBy(serialNumber))!
    expect(after).toMatchObject({ company_id: two.id, state: 'claimed' })
    const [old] = await f.sql('select state, company_id from device where id = $1', [before['id']])
    expect(old).toEqual({ state: 'released', company_id: one.id })
  })

  test('what needs no approval cannot be approved, and the gateway of another company cannot be moved', async () => {
    const company = await f.company()
    const serialNumber = serial()
    await informWith(f.url, { serialNumber }, company)
    const deviceId = (await deviceBy(serialNumber))!['id']!
    const approved = await company.admin.call('POST /api/v1/device/:deviceId/approve', { deviceId })
    expect(approved.code).toBe('device.move_not_allowed')
    const stranger = await f.company()
    for (const move of ['release', 'approve', 'connection-request'] as const) {
      const moved = await stranger.admin.call(`POST /api/v1/device/:deviceId/${move}`, { deviceId })
      expect(moved.code).toBe('device.not_found')
    }
    const connected = await company.admin.call('POST /api/v1/device/:deviceId/connection-request', {
      deviceId,
    })
    expect(connected.code).toBe('device.not_reachable')
  })

  test('the platform operator acts on a gateway of a company below', async () => {
    const company = await f.company()
    const serialNumber = serial()
    await informWith(f.url, { serialNumber }, company)
    const deviceId = (await deviceBy(serialNumber))!['id']!
    const released = await f.t.operator.call('POST /api/v1/device/:deviceId/release', { deviceId })
    expect(released.code).toBe(0)
  })
})

test('over plain http no secrets go to an address that is not loopback', async () => {
  const { mayCarrySecrets } = await import('./credentials.ts')
  const config = testAcsConfig
  const caller = (address: string, encrypted = false, forwarded = false) => ({
    address,
    encrypted,
    forwarded,
  })
  expect(mayCarrySecrets(config, caller('192.0.2.1'))).toBe(false)
  expect(mayCarrySecrets(config, caller('192.0.2.1', true))).toBe(true)
  expect(mayCarrySecrets(config, caller('127.0.0.1'))).toBe(true)
  // An unconfigured proxy on this machine: the caller behind it is unknown.
  expect(mayCarrySecrets(config, caller('127.0.0.1', false, true))).toBe(false)
  expect(mayCarrySecrets({ ...config, allowPlainSecrets: true }, caller('192.0.2.1'))).toBe(true)
})
