import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

describe.skipIf(browserPath === null)('the general settings', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
  })
  afterAll(() => shell.close())

  const route = '/#/systemSettings/generalSettings'

  test.each(['zh', 'en'] as const)('a logo is chosen, shown and removed (%s)', async (language) => {
    const visitor = await shell.administrator({ language })
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}${route}`)
    const field = page.getByLabel(t('settings.logo'), { exact: true })
    const problem = page.locator('.image-field-problem')

    await field.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await problem.getByText(t('validation.imageType')).waitFor()
    await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 2 ** 20) })
    await problem.getByText(t('validation.imageSize', { size: 5 })).waitFor()
    await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
    await problem.getByText(t('validation.fileEmpty')).waitFor()
    // Only its content shows that it is invalid: the server refuses it at the same field.
    const markup = Buffer.from('<!doctype html>')
    await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: markup })
    await problem.getByText(t('errors.image.type')).waitFor()

    const image = { width: 180, height: 47, channels: 4, background: '#0b6b83aa' } as const
    const buffer = await sharp({ create: image }).png().toBuffer()
    await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    // In its field, and in the preview of both themes.
    const logos = page.getByAltText(t('settings.logoOf', { company: 'Company shell' }))
    await logos.nth(2).waitFor()
    const drawn = await logos.evaluateAll((all) =>
      all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth),
    )
    expect(drawn).toEqual([180, 180, 180])

    await page.getByRole('button', { name: t('settings.logoRemove') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('settings.logoRemove') })
      .click()
    await page.getByRole('button', { name: t('settings.logoUpload') }).waitFor()
    expect(await page.getByText(t('settings.platform'), { exact: true }).count()).toBe(0)
    await visitor.close()
  })

  test('a new name is in the preview while it is typed, and in the frame once it is saved', async () => {
    const visitor = await shell.operator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}${route}`)
    const name = page.getByLabel(t('settings.name'), { exact: true })
    await name.fill('Netward West')
    expect(await page.locator('.settings-drawn-form p').allTextContents()).toEqual([
      'Netward West',
      'Netward West',
    ])
    await name.press('Enter')
    await page.locator('header').getByText('Netward West').first().waitFor()
    await name.fill(' ')
    await name.press('Enter')
    await page.getByText(t('settings.nameEmpty')).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('the operator opens registration after a question', async () => {
    const visitor = await shell.operator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}${route}`)
    await page.getByText(t('settings.registrationMeans.open')).click()
    const section = page.locator('.panel').filter({ hasText: t('settings.platformHint') })
    await section.getByRole('button', { name: t('common.save') }).click()
    await page.getByRole('button', { name: t('settings.registrationOpenAction') }).click()
    await page.getByText(t('common.saved'), { exact: true }).waitFor()
    const { rows } = await shell.sql.query('select registration, image_limit from platform_setting')
    expect(rows).toEqual([{ registration: 'open', image_limit: 2 }])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('a company shortens how long measured values are kept after a question; cancelling leaves it', async () => {
    const visitor = await shell.operator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}${route}`)
    const choose = async () => {
      await page.getByLabel(t('settings.companyCycle')).click()
      await page
        .locator('.ant-select-dropdown:visible')
        .getByText(t('settings.storageCycles.three_months'))
        .click()
    }
    const kept = async () =>
      (await shell.sql.query(`select storage_cycle as kept from company where kind = 'op'`)).rows as unknown[]
    await choose()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.cancel') })
      .click()
    const field = page.locator('.ant-form-item').filter({ hasText: t('settings.companyCycle') })
    await field.locator('.ant-select').getByText(t('settings.storageCycles.one_year')).waitFor()
    expect(await kept()).toEqual([{ kept: null }])
    await choose()
    await page.getByRole('button', { name: t('settings.cycleShorterAction') }).click()
    await page.getByText(t('common.saved'), { exact: true }).waitFor()
    expect(await kept()).toEqual([{ kept: 'three_months' }])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('what a setting was and is stands in the audit log, which is filtered and taken along as CSV (zh)', async () => {
    const visitor = await shell.operator({ language: 'zh' })
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}${route}`)
    const section = page.locator('.panel').filter({ hasText: t('settings.platformHint') })
    const save = section.getByRole('button', { name: t('common.save') })
    const idle = page.getByLabel(t('settings.sessionIdleMinutes'))
    await idle.fill('2')
    await save.click()
    await section.getByText(t('settings.between', { least: 5, most: 1440 })).waitFor()
    await idle.fill('30')
    await save.click()
    await page.getByText(t('common.saved'), { exact: true }).waitFor()

    await page.goto(`${shell.server.consoleUrl}/#/systemSettings/auditLog?action=settings.platform_changed`)
    const entry = page.getByRole('button', {
      name: t('audit.actions.settings.platform_changed'),
      exact: true,
    })
    await entry.first().click()
    const drawer = page.getByRole('dialog')
    const change = drawer.getByRole('row').filter({ hasText: t('audit.fields.sessionIdleMinutes') })
    await change.waitFor()
    expect(await change.getByRole('cell').allTextContents()).toEqual([
      t('audit.fields.sessionIdleMinutes'),
      '720',
      '30',
    ])
    await drawer.getByRole('button', { name: t('common.close') }).click()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('common.export') }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${t('audit.exportLabel')}.csv`)
    // The first view has the presets; rarer ones load on demand.
    await page.getByLabel(t('audit.who')).fill('nobody of this name')
    await page.getByRole('button', { name: t('common.search') }).click()
    await page.getByText(t('common.emptyFilteredTitle')).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('a company finds in its own log who acted in it, and for whom (en)', async () => {
    await shell.sql.query(
      `insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name)
       select $1, 'device.reboot', 1, 'Li Wei', id, 'The platform' from company where kind = 'op'`,
      [shell.companyId],
    )
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/#/systemSettings/auditLog?range=24h`)
    await page.getByRole('button', { name: t('audit.actions.device.reboot'), exact: true }).waitFor()
    await page.getByText(`Li Wei · ${t('audit.actedHere', { company: 'The platform' })}`).waitFor()
    // Only its own company can be chosen.
    await page.getByRole('button', { name: t('common.expand') }).click()
    expect(await page.getByLabel(t('audit.company'), { exact: true }).count()).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
