import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { beginUpgrade, fillUpgrade, planUpgrade, releaseFirmware } from './gateway-steps.ts'
import { arriveAt, type Shell, soon, startShell } from './shell-fixture.ts'

let s: Shell

describe.skipIf(browserPath === null)('upgrades', () => {
  beforeAll(async () => {
    s = await startShell()
    await s.sql.query(
      `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
       values ($1, 'Front desk', 'smart_cpe', 'AABBCC', 'LR200', 'UP1', 'LR200', '1.0', 'online'),
         ($1, 'Back office', 'smart_cpe', 'AABBCC', 'TG5', 'UP2', 'TG5', '1.0', 'online')`,
      [s.companyId],
    )
  })
  afterAll(() => s.close())

  test('of a new firmware the models of the gateways are offered, and others are taken', async () => {
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/firmware`)
    await page
      .getByRole('button', { name: t('ota.firmwareNew') })
      .first()
      .click()
    const models = page.locator('.ant-drawer').getByLabel(t('ota.models'), { exact: true })
    const offered = page.locator('.ant-select-item-option')
    await models.click()
    await expect.poll(() => offered.allInnerTexts(), soon).toEqual(['LR200', 'TG5'])
    await models.fill('tg')
    await expect.poll(() => offered.allInnerTexts(), soon).toEqual(['tg', 'TG5'])
    await offered.getByText('TG5', { exact: true }).click()
    // A name may contain a space.
    await models.fill('Edge One')
    await page.keyboard.press('Enter')
    const chosen = page.locator('.ant-drawer .ant-select-selection-item')
    await expect.poll(() => chosen.allInnerTexts(), soon).toEqual(['TG5', 'Edge One'])
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test('of the models of a new firmware Enter takes the one that was typed, whatever is offered in that moment', async () => {
    await s.sql.query(
      `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, presence)
       select $1, m, 'smart_cpe', 'AABBCC', m, m, m, 'online' from unnest(array['ALR200', 'Edge TG5']) m`,
      [s.companyId],
    )
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/firmware`)
    await page
      .getByRole('button', { name: t('ota.firmwareNew') })
      .first()
      .click()
    const models = page.locator('.ant-drawer').getByLabel(t('ota.models'), { exact: true })
    const offered = page.locator('.ant-select-item-option')
    const chosen = page.locator('.ant-drawer .ant-select-selection-item')
    await models.click()
    await expect.poll(() => offered.allInnerTexts(), soon).toEqual(['ALR200', 'Edge TG5', 'LR200', 'TG5'])
    // The earlier suggestion is still shown.
    const answered = Promise.withResolvers<void>()
    await page.route('**/device/models?*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await models.fill('TG5')
    await page.keyboard.press('Enter')
    await expect.poll(() => chosen.allInnerTexts(), soon).toEqual(['TG5'])
    answered.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    // Matching suggestions have arrived and rank first; the selected one is among them.
    await models.fill('LR200')
    await expect
      .poll(async () => (await offered.allInnerTexts()).toSorted(), soon)
      .toEqual(['ALR200', 'LR200', 'TG5'])
    await page.keyboard.press('Enter')
    await expect.poll(() => chosen.allInnerTexts(), soon).toEqual(['TG5', 'LR200'])
    expect(complaints).toEqual([])
    await visitor.close()
    await s.sql.query(`delete from device where model_name in ('ALR200', 'Edge TG5')`)
  })

  test('a firmware is uploaded and released, brought to chosen gateways, and the campaign ends when they are back', async () => {
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    const version = '2.0'
    const base = s.server.consoleUrl
    await page.goto(`${base}/#/equipmentManagement/firmware`)
    await releaseFirmware(visitor, { version, models: 'LR*' })

    await page.goto(`${base}/#/equipmentManagement/intelligence`)
    const gateways = ['Front desk', 'Back office']
    await planUpgrade(visitor, { name: `To ${version}`, version, gateways, fit: 1 })
    await page.getByRole('button', { name: new RegExp(`^${t('ota.misfits.model')} 1`) }).click()
    await page.getByRole('cell', { name: 'Back office' }).waitFor()
    await beginUpgrade(visitor, `To ${version}`)
    await page.getByRole('link', { name: `${t('ota.targetStates.queued')} 1` }).waitFor({ timeout: 60_000 })
    await s.sql.query(`update device set software_version = $1 where serial_number = 'UP1'`, [version])
    const verified = page.getByRole('link', { name: `${t('ota.targetStates.verified')} 1` })
    await verified.waitFor({ timeout: 60_000 })
    // The number links to the gateways that it counts.
    await verified.click()
    const row = page.getByRole('row').filter({ hasText: 'Front desk' })
    await expect.poll(() => row.innerText(), soon).toContain(version)
    await page.goto(`${base}/#/equipmentManagement/upgrades`)
    await arriveAt(page, '#/equipmentManagement/upgrades')
    await page
      .getByRole('row')
      .filter({ hasText: `To ${version}` })
      .waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test('a ring that stopped says by what, none of a cancelled campaign is open, and a rollback that waits is led to', async () => {
    const { rows } = await s.sql.query<{ id: string }>(
      `with f as (insert into firmware (company_id, version, models, state, created_by_name)
           values ($1, '9.0', '{X}', 'draft', 'x') returning id)
       insert into campaign (company_id, name, state, stop_reason, ring, ring_opened_at, firmware_company_id, firmware_id, version,
         ring_sizes, targets, rings, time_zone, max_concurrent, per_minute, retries, retry_minutes, offline_hours, verify_minutes,
         max_failure_percent, created_by_name)
       select $1, 'Stopped', 'paused', 'failures', 0, now(), $1, f.id, '9.0', '{2}', 2,
         '[{"kind": "percent", "value": 100, "soakMinutes": 0}]', 'UTC', 1, 1, 0, 1, 1, 1, 10, 'x'
       from f returning id::text`,
      [s.companyId],
    )
    const campaignId = rows[0]!.id
    await s.sql.query(
      `insert into campaign_target (company_id, campaign_id, device_id, ring, state, from_version, lost, rollback)
       select $1, $2, id, 0, case name when 'Front desk' then 'verified' else 'rolled_back' end, '1.0', name = 'Front desk',
         case name when 'Front desk' then null else 'done' end
       from device where company_id = $1 and name in ('Front desk', 'Back office')`,
      [s.companyId, campaignId],
    )
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    const ring = page.locator('.ota-rings li')
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/upgrades/${campaignId}`)
    const stopped = { number: 1, failed: 0, back: 1, lost: 1, size: 2, percent: 10 }
    await page.getByText(t('ota.stopCounts', stopped)).waitFor()
    await ring.getByText(t('ota.campaignStates.paused'), { exact: true }).waitFor()
    await ring.getByText(t('ota.lostCount', { count: 1 })).waitFor()
    await ring.getByRole('link', { name: `${t('ota.targetStates.rolled_back')} 1` }).click()
    await page.getByRole('row').filter({ hasText: 'Back office' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Front desk' }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: t('ota.moves.cancel') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ota.moves.cancel') })
      .click()
    await page.getByText(t('ota.campaignStates.cancelled'), { exact: true }).first().waitFor()
    await ring.getByText(`${t('ota.targetStates.verified')} 1`).waitFor()
    for (const open of [t('ota.campaignStates.paused'), t('ota.ringOpen'), t('ota.ringSoaking')])
      expect(await ring.getByText(open, { exact: true }).count()).toBe(0)
    // The other one goes back only after an approval, which its page shows.
    await s.sql.query(
      `with target as (update campaign_target set rollback = 'asked' where campaign_id = $1 and lost returning company_id)
       insert into approval (company_id, kind, subject_id, title, amount, policy_company_id, steps, asked_by, asked_by_name, asker_home_id)
       select company_id, 'rollback', $1, 'Rollback of one', 1, company_id, '[{"by": "customer", "mode": "any"}]', 0, 'MSP', company_id
       from target`,
      [campaignId],
    )
    await page.reload()
    await page.getByText(t('ota.rollbackAsked', { count: 1 })).waitFor()
    await page.getByRole('button', { name: t('approvals.approve'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('approvals.approve'), exact: true })
      .click()
    await page.getByText(t('ota.rollbackAsked', { count: 1 })).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test('a ring that stopped for internet lines says of how many gateways, and leads to what got worse', async () => {
    const { rows } = await s.sql.query<{ id: string }>(
      `with f as (insert into firmware (company_id, version, models, state, created_by_name)
           values ($1, '9.1', '{X}', 'draft', 'x') returning id)
       insert into campaign (company_id, name, state, stop_reason, ring, ring_opened_at, firmware_company_id, firmware_id, version,
         ring_sizes, targets, rings, time_zone, max_concurrent, per_minute, retries, retry_minutes, offline_hours, verify_minutes,
         max_failure_percent, created_by_name)
       select $1, 'Slower', 'paused', 'lines', 0, now(), $1, f.id, '9.1', '{2}', 2,
         '[{"kind": "percent", "value": 100, "soakMinutes": 0}]', 'UTC', 1, 1, 0, 1, 1, 1, 10, 'x'
       from f returning id::text`,
      [s.companyId],
    )
    const campaignId = rows[0]!.id
    const worsened = { lineId: '2', lineName: 'Telecom', metric: 'line_loss', before: 0.1, after: 6.25 }
    await s.sql.query(
      `insert into campaign_target (company_id, campaign_id, device_id, ring, state, from_version, worsened)
       select $1, $2, id, 0, 'verified', '1.0', case name when 'Front desk' then $3::jsonb end
       from device where company_id = $1 and name in ('Front desk', 'Back office')`,
      [s.companyId, campaignId, JSON.stringify(worsened)],
    )
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    await page.goto(`${s.server.consoleUrl}/#/equipmentManagement/upgrades/${campaignId}`)
    await page.getByText(t('ota.stopReasons.lines')).waitFor()
    await page
      .locator('.ota-rings li')
      .getByText(t('ota.worseCount', { count: 1 }))
      .waitFor()
    await page
      .getByRole('link', { name: t('ota.stopLines', { number: 1, worse: 1, size: 2, percent: 10 }) })
      .click()
    const row = page.getByRole('row').filter({ hasText: 'Front desk' })
    await row
      .getByText(t('ota.worsened.line_loss', { line: 'Telecom', before: '0.1', after: '6.3' }))
      .waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Back office' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await visitor.close()
  })

  test('a campaign of many gateways is left while they are registered, stops and goes on where it is asked to', async () => {
    const visitor = await s.administrator()
    const { page, t, complaints } = visitor
    const base = s.server.consoleUrl
    await s.sql.query(
      `insert into entitlement (company_id, kind, granted) values ($1, 'devices', null)
       on conflict (company_id, kind) do update set granted = null`,
      [s.companyId],
    )
    await s.sql.query(
      `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
       select $1::bigint, 'Many ' || n, 'smart_cpe', 'AABBCC', 'MN1', 'MN' || n, 'MN1', '1.0', 'online'
       from generate_series(1, 4100) n`,
      [s.companyId],
    )
    await page.goto(`${base}/#/equipmentManagement/firmware`)
    await releaseFirmware(visitor, { version: '3.0', models: 'MN1' })
    // The last portion cannot be written.
    const { rows } = await s.sql.query<{ id: string }>(
      `select id from device where model_name = 'MN1' order by hashint8(id) desc, id desc limit 1`,
    )
    await s.sql.query(
      `alter table campaign_target add constraint broken check (device_id <> ${rows[0]!.id}) not valid`,
    )
    await page.goto(`${base}/#/equipmentManagement/upgrades`)
    await page.getByRole('button', { name: t('ota.campaignNew') }).click()
    await fillUpgrade(visitor, { name: 'All of them', version: '3.0', fit: 4_100 })
    // Every counted gateway can be listed.
    await page.getByRole('button', { name: t('ota.dryRunFits', { count: 4_100 }) }).click()
    const counted = page.getByRole('region', { name: t('ota.dryRun') })
    const first = counted.getByRole('cell', { name: /^Many / }).first()
    const before = await first.innerText()
    await counted.getByTitle('205', { exact: true }).click()
    await expect.poll(() => first.innerText(), soon).not.toBe(before)
    await beginUpgrade(visitor, 'All of them')
    const stopped = { prepared: 4_000, targets: 4_100 }
    await page.getByText(t('ota.preparingStopped', stopped)).waitFor({ timeout: 60_000 })
    // The campaign's gateway list shows it too.
    await page.getByRole('link', { name: '4100', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /All of them/ }).waitFor()
    await page.getByText(t('ota.preparingStopped', stopped)).waitFor()
    await page.goto(`${base}/#/equipmentManagement/upgrades`)
    const row = page.getByRole('row').filter({ hasText: 'All of them' })
    await expect.poll(() => row.innerText(), soon).toContain(t('ota.preparedText', stopped))
    // The queue does not retry by itself meanwhile.
    await s.sql.query("delete from graphile_worker._private_jobs where key like 'campaign.prepare:%'")
    await s.sql.query('alter table campaign_target drop constraint broken')
    await row.getByRole('link').click()
    // The dialog's dismiss button is not also labelled "cancel".
    await page.getByRole('button', { name: t('ota.moves.cancel') }).click()
    await page.getByRole('button', { name: t('ota.cancelNot'), exact: true }).click()
    // A dialog belongs to the page that opened it.
    await page.getByRole('button', { name: t('ota.moves.cancel') }).click()
    const question = page.getByRole('dialog')
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    await page.goForward()
    await page.getByRole('button', { name: t('ota.moves.prepare') }).click()
    // Set to start at once, it does so as soon as all are added.
    await page
      .getByText(t('ota.campaignStates.running'), { exact: true })
      .first()
      .waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: '4100', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await visitor.close()
  })
})
