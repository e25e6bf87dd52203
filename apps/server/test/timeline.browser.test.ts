import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { arriveAt, type Shell, startShell } from './shell-fixture.ts'

const hostile = '<img src=x onerror=alert(1)>'
const path = 'Device.WiFi.SSID.1.SSID'

describe.skipIf(browserPath === null)('the timeline of a gateway', () => {
  let s: Shell
  let deviceId: string
  beforeAll(async () => {
    s = await startShell()
    const { rows } = await s.sql.query<{ id: string }>(
      `insert into device (company_id, name, type, driver, presence) values ($1, 'Front desk', 'smart_cpe', 'none', 'online')
       returning id::text`,
      [s.companyId],
    )
    deviceId = rows[0]!.id
    const template = {
      id: '1',
      companyId: s.companyId,
      name: 'Shop & more',
      version: 3,
      owner: null,
    }
    const above = { id: '2', companyId: '1', name: hostile, version: 1, owner: 'Above' }
    const entries = [
      ['placed', { from: 'Here', to: 'There' }],
      [
        'command.done',
        { kind: 'download', fileType: '3 Vendor Configuration File', takenAt: '2026-11-23T03:00:00Z' },
      ],
      ['command.done', { kind: 'upload', fileType: '1 Vendor Configuration File' }],
      [
        'command.failed',
        { kind: 'download', fileType: '1 Firmware Upgrade Image', version: hostile, fault: '9801' },
      ],
      ['provision.applied', { changed: 1, templates: [template, above] }],
      [
        'provision.drifted',
        {
          changed: 5,
          templates: [template],
          drift: [{ path, before: hostile, after: 'shop', secret: false }],
        },
      ],
    ] as const
    for (const [kind, detail] of entries) {
      // The trigger's own findings are tested elsewhere: here they are set up directly.
      const inserted = await s.sql.query<{ id: string }>(
        `insert into device_timeline (company_id, device_id, kind) values ($1, $2, $3) returning id::text`,
        [s.companyId, deviceId, kind],
      )
      await s.sql.query(
        `update device_timeline set detail = $2, actor_name = $3, actor_company_name = 'Above' where id = $1`,
        [inserted.rows[0]!.id, JSON.stringify(detail), hostile],
      )
    }
  })
  afterAll(() => s.close())

  test.each(['zh', 'en'] as const)(
    'tells who did it, what was carried, which templates and values, and leads to them (%s)',
    async (language) => {
      const visitor = await s.administrator({ language })
      const { page, t, complaints } = visitor
      const url = `/equipmentManagement/intelligence/${deviceId}`
      await page.goto(`${s.server.consoleUrl}/#${url}?tab=timeline`)
      const entry = (text: string) => page.locator('.timeline-entry').filter({ hasText: text })
      const by = t('devices.timeline.by', {
        name: `${hostile} · ${t('audit.actedHere', { company: 'Above' })}`,
      })
      await entry(t('devices.timeline.placed', { from: 'Here', to: 'There' }))
        .getByText(by)
        .waitFor()
      const done = (kind: string) => t('devices.timeline.command.done', { kind })
      // In any time zone.
      const restored = done(t('devices.command.kinds.restoreOf', { time: '2026-11-23 ..:00:00' }))
      await page
        .locator('.timeline-entry')
        .filter({ hasText: new RegExp(restored) })
        .waitFor()
      await entry(done(t('devices.command.kinds.backup'))).waitFor()
      const failed = entry(t('devices.command.kinds.firmwareOf', { version: hostile }))
      await failed.filter({ hasText: t('faults.cpe_vendor') }).waitFor()
      const applied = entry(t('devices.timeline.provision.applied'))
      const above = { name: hostile, version: 1, owner: 'Above' }
      await applied.getByText(t('provisioning.device.templateAbove', above)).waitFor()
      const drifted = entry(t('devices.timeline.provision.drifted'))
      await drifted.getByText(t('devices.timeline.drift', { actual: hostile, desired: 'shop' })).waitFor()
      await drifted.getByText(t('devices.timeline.moreDrift', { count: 4 })).waitFor()
      expect(await page.locator('.timeline img').count()).toBe(0)
      await drifted.getByRole('link', { name: path }).click()
      await arriveAt(page, `#${url}?tab=parameters&path=${path}`)
      await page.goBack()
      // Another company's gateway has no page here.
      await applied.getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: t('shell.titles.templates') }).waitFor()
      expect(new URL(page.url()).hash).toContain('search=Shop')
      expect(complaints).toEqual([])
      await visitor.close()
    },
  )
})
