import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

/** Template states in the list, and a failed count. */
describe.skipIf(browserPath === null)('the list of templates', () => {
  let s: Shell

  beforeAll(async () => {
    s = await startShell()
    for (const [name, regions, below] of [
      ['Everywhere', '{}', false],
      ['Harbour', '{East/Shanghai,North}', true],
    ]) {
      await s.sql.query(
        `with made as (insert into provision_template (company_id, name) values ($1, $2) returning id)
         insert into provision_version (company_id, template_id, number, regions, below, content)
         select $1, id, 1, $3, $4, '{"values": [], "objects": [], "notifications": []}' from made`,
        [s.companyId, name, regions, below],
      )
    }
  })
  afterAll(() => s.close())

  test.each(['en', 'zh'] as const)(
    'says for which regions each is, and a count that failed is made anew (%s)',
    async (language) => {
      await s.sql.query(
        `insert into provision_preview (company_id, template_id, version, state, started_by_name, finished_at)
         select company_id, id, 1, 'failed', 'Li Wei', now() from provision_template where name = 'Harbour'
         on conflict (company_id, template_id, version) do update set state = 'failed'`,
      )
      const visitor = await s.administrator({ language })
      const { page, t, complaints } = visitor
      await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/templates`)
      const row = (name: string) => page.getByRole('row').filter({ hasText: name })
      await row('Harbour').getByText('East/Shanghai, North', { exact: true }).waitFor()
      await row('Everywhere').getByText(t('provisioning.any'), { exact: true }).waitFor()
      await page.getByRole('button', { name: `${t('provisioning.versions.title')} Harbour` }).click()
      const failed = page.getByText(t('provisioning.preview.allFailed'))
      await failed.waitFor()
      await page.getByRole('button', { name: t('provisioning.preview.allAgain') }).click()
      await failed.waitFor({ state: 'detached' })
      await page.getByText(t('provisioning.preview.allCounted'), { exact: true }).waitFor()
      await page.locator('.provisioning-all').getByText(t('provisioning.preview.noGateway')).waitFor()
      expect(complaints).toEqual([])
      await visitor.close()
    },
  )

  test('offers to count all gateways where the preview compared a part of them', async () => {
    const visitor = await s.administrator({ language: 'en' })
    const { page, t, complaints } = visitor
    const look = async () => {
      await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/templates`)
      await page.reload()
      await page.getByRole('button', { name: `${t('provisioning.versions.title')} Everywhere` }).click()
    }
    const all = page.getByRole('button', { name: t('provisioning.preview.all') })
    const added = async (from: number, to: number) => {
      await s.sql.query(
        `insert into device (company_id, name, type, serial_number, first_inform_at)
         select $1, 'Gate ' || n, 'smart_cpe', 'MANY' || n, now() from generate_series($2::int, $3::int) n`,
        [s.companyId, from, to],
      )
    }
    await s.sql.query(`update entitlement set granted = 1000 where company_id = $1 and kind = 'devices'`, [
      s.companyId,
    ])
    await added(1, 500)
    await look()
    await page.getByText(t('provisioning.preview.compared', { matching: 500, compared: 500 })).waitFor()
    expect(await all.count()).toBe(0)
    await added(501, 501)
    await look()
    await all.waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test('keeps its last card on a phone away from what is below', async () => {
    const visitor = await s.administrator({ language: 'zh', width: 390 })
    const { page } = visitor
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/templates`)
    const cards = page.locator('.data-table-cards tbody tr')
    await cards.nth(1).waitFor()
    await page.locator('.data-table-frame').evaluate('(frame) => (frame.scrollTop = frame.scrollHeight)')
    const [last, frame] = [
      await cards.last().boundingBox(),
      await page.locator('.data-table-frame').boundingBox(),
    ]
    if (last === null || frame === null) throw new Error('nothing to measure')
    expect(frame.y + frame.height - last.y - last.height).toBeGreaterThanOrEqual(7)
    await visitor.close()
  })

  test('says of a version whose trial was stopped that it was stopped', async () => {
    await s.sql.query(
      `insert into provision_rollout
         (company_id, template_id, version, state, wanted, most_failed_percent, devices, started_by_name)
       select company_id, id, 1, 'stopped', 1, 10, 1, 'Li Wei' from provision_template where name = 'Everywhere'`,
    )
    const visitor = await s.administrator({ language: 'zh' })
    const { page, t, complaints } = visitor
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/templates`)
    await page.getByRole('button', { name: `${t('provisioning.versions.title')} Everywhere` }).click()
    await page.getByRole('heading', { name: t('provisioning.rollout.titleStopped', { number: 1 }) }).waitFor()
    await page.getByText(t('provisioning.rollout.stopped')).waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test.each(['zh', 'en'] as const)(
    'goes back to the version before, and tells what only the newer one names (%s)',
    async (language) => {
      const versions = (number: number, values: object[]) =>
        s.sql.query(
          `insert into provision_version (company_id, template_id, number, content)
           select company_id, id, $1, $2 from provision_template where name = $3`,
          [number, JSON.stringify({ values, objects: [], notifications: [] }), `Back ${language}`],
        )
      await s.sql.query(
        `insert into provision_template (company_id, name, latest_version) values ($1, $2, 2)`,
        [s.companyId, `Back ${language}`],
      )
      const first = { path: 'Device.Time.NTPServer1', value: 'a.example' }
      await versions(1, [first])
      await versions(2, [first, { path: 'Device.Time.NTPServer2', value: 'b.example' }])
      await s.sql.query(`update provision_template set applied_version = 2 where name = $1`, [
        `Back ${language}`,
      ])
      const visitor = await s.administrator({ language })
      const { page, t, complaints } = visitor
      await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/templates`)
      await page.getByRole('button', { name: `${t('provisioning.versions.title')} Back ${language}` }).click()
      await page.getByRole('button', { name: t('provisioning.versions.reapplyPrevious') }).click()
      const asked = page.getByRole('dialog').filter({
        hasText: t('provisioning.applyQuestion', { name: `Back ${language}`, number: 1 }),
      })
      await asked.getByText(t('provisioning.versions.staying', { number: 2 })).waitFor()
      await asked.getByText('Device.Time.NTPServer2', { exact: true }).waitFor()
      await asked.getByRole('button', { name: t('provisioning.apply'), exact: true }).click()
      await page.getByText(t('provisioning.applied_done')).waitFor()
      const again = page.getByRole('button', { name: t('provisioning.versions.applyAgain') })
      await again.waitFor()
      expect(
        await page.getByRole('button', { name: t('provisioning.versions.reapplyPrevious') }).count(),
      ).toBe(0)
      const { rows } = await s.sql.query<{ applied_version: number }>(
        `select applied_version from provision_template where name = $1`,
        [`Back ${language}`],
      )
      expect(rows).toEqual([{ applied_version: 1 }])
      expect(complaints).toEqual([])
      await visitor.close()
    },
  )

  test.each(['zh', 'en'] as const)(
    'shows the platform the templates below with company and gateways, an example in words, and the way from an outlet (%s)',
    async (language) => {
      const [site, name] = [`Site ${language}`, `Journey ${language}`]
      const { rows } = await s.sql.query<{ id: string }>(
        `with o as (insert into outlet (company_id, name, code) values ($1, $2, $2) returning id),
           d as (insert into device (company_id, name, type, serial_number, model_name, first_inform_at, outlet_id)
             select $1, 'GW ' || $2, 'smart_cpe', 'J' || $2, $2, now(), id from o),
           t as (insert into provision_template (company_id, name, applied_version) values ($1, $3, 1) returning id),
           v as (insert into provision_version (company_id, template_id, number, models, content)
             select $1, id, 1, array[$2], $4 from t)
         select id::text as id from o`,
        [
          s.companyId,
          site,
          name,
          JSON.stringify({
            settings: [
              {
                section: 'wifi',
                which: { by: 'place', place: 1 },
                field: 'ssid',
                value: '{{outlet.name}} guest',
                ifAbsent: 'skip',
              },
            ],
            values: [],
            objects: [],
            notifications: [],
          }),
        ],
      )
      const visitor = await s.operator({ language, dark: language === 'en' })
      const { page, t, complaints } = visitor
      const to = (path: string) => page.goto(`${s.server.consoleUrl}/#${path}`)
      await to(`/equipmentManagement/templates?companyId=${s.companyId}`)
      const row = page.getByRole('row').filter({ hasText: name })
      await row.getByText('Company shell', { exact: true }).waitFor()
      await row.getByRole('button', { name: t('provisioning.matching.open', { count: 1, name }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('link', { name: `GW ${site}` })
        .waitFor()
      await page.getByRole('dialog').locator('.ant-drawer-close').click()
      await row.getByRole('button', { name: `${t('provisioning.edit')} ${name}` }).click()
      const example = page.locator('.provisioning-example')
      await example
        .getByText(t('provisioning.example.gatewayOf', { name: `GW ${site}`, outlet: site }))
        .waitFor()
      await example.getByText(`${site} guest`).waitFor()
      const value = page.getByLabel(t('provisioning.value')).first()
      await value.fill('{{line.account}}')
      await example.getByText(t('provisioning.example.missing', { names: '{{line.account}}' })).waitFor()
      await value.fill('{{outlet.name}} till')
      await example.getByText(`${site} till`).waitFor()
      await page.getByRole('button', { name: t('common.save') }).click()
      await example.waitFor({ state: 'detached' })
      const { rows: saved } = await s.sql.query(
        `select latest_version as n from provision_template where name = $1`,
        [name],
      )
      expect(saved).toEqual([{ n: 2 }])
      await to(`/outletManagement/outlets/${rows[0]!.id}?tab=templates`)
      await page.getByRole('link', { name, exact: true }).click()
      await page.locator('.ant-drawer-title').getByText(`${name} · Company shell`).waitFor()
      expect(complaints).toEqual([])
      await visitor.close()
    },
  )
})
