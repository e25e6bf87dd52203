import { startWecomService, type WecomService } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChannel, publicUrl } from '../../../../test/sign-on-fixture.ts'
import { createTestApp, type TestApp } from '../../../../test/test-app.ts'
import { failureOf, readAll } from '../../../../test/directory-fixture.ts'
import { sealChannel, type StoredSettings } from '../channel-settings.ts'
import { directoryReaderOf, integrationRoutes } from '../index.ts'

let t: TestApp
let wecom: WecomService
const ranges: string[] = []
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) =>
    integrationRoutes(app, { secrets, publicUrl, outgoingRanges: ranges, platformMail: null }),
  )
  wecom = await startWecomService({ corpId: 'ww1234567890', agentId: '1', secret: 'app-secret' })
  wecom.members = [{ userid: 'LiWei', name: 'Li Wei' }]
})
afterAll(async () => {
  await t.stop()
  await wecom.stop()
})

const open = (
  kind: 1 | 2 | 3 | 6 | 7 | 8 | 9,
  settings: Record<string, unknown>,
  outgoingRanges: readonly string[] = [],
) =>
  directoryReaderOf(
    { secrets: t.secrets, outgoingRanges },
    {
      companyId: '1',
      companyCode: 'code',
      isPlatform: false,
      kind,
      settings: settings as StoredSettings,
      sealed: sealChannel(t.secrets, '1', { secret: 'app-secret' }),
    },
  )

test('kinds with a directory have a reader, and its calls are guarded', async () => {
  expect(open(2, { clientId: 'c' })).not.toBeNull()
  expect(open(3, { tenantId: 't', clientId: 'c', cloud: 'china' })).not.toBeNull()
  expect(open(3, { tenantId: 't', clientId: 'c', cloud: 'other', signInBase: wecom.url })).toBeNull()
  expect([open(6, {}), open(7, {})]).toEqual([null, null])
  const settings = { corpId: 'ww1234567890', agentId: '1', apiBase: wecom.url }
  expect(await failureOf(readAll(open(1, settings)!))).toContain('address_refused')
  expect((await readAll(open(1, settings, ['127.0.0.0/8=code'])!)).people.size).toBe(1)
})

test('the test of a channel reads a department and a person where people are kept in step with it', async () => {
  const company = await t.company('company')
  const administrator = await t.person(company.id, 'administrator')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
  const { url } = wecom
  const channel = await makeChannel(t, administrator, {
    kind: 1,
    wecom: {
      corpId: 'ww1234567890',
      agentId: '1',
      secret: 'app-secret',
      apiBase: url,
      qrBase: url,
      insideBase: url,
    },
    signIn: { offered: true, admits: 'linked', defaultRole: 'user_layer' },
  })
  const tried = async () =>
    (await administrator.call('POST /api/v1/integration/:channelId/test', { channelId: channel.id })).data
  expect((await tried()).checked).toEqual(['Netward', 'LiWei'])
  await t.adminPool.query('insert into people_sync (company_id, channel_id) values ($1, $2)', [
    company.id,
    channel.id,
  ])
  expect((await tried()).checked).toEqual(['Netward', 'LiWei', 'Example', 'Li Wei'])
  wecom.errors.set('/department/list', [48002, 'api forbidden'])
  expect((await tried()).failure).toMatchObject({ reason: 'permission_missing' })
})

test('a reading that takes too long is a failure with a name', async () => {
  const reader = open(1, { corpId: 'ww1234567890', agentId: '1', apiBase: wecom.url }, ['127.0.0.0/8=code'])!
  const ended = AbortSignal.timeout(1)
  await new Promise((resolve) => ended.addEventListener('abort', resolve))
  expect(await failureOf(readAll(reader, null, ended))).toContain('timeout')
  expect(await failureOf(readAll(reader, null, AbortSignal.abort(new Error('stopped'))))).toBe('stopped')
})
