import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled } from './accessibility.ts'
import { browserPath, type Visitor } from './browser.ts'
import { type Shell, soon, startShell } from './shell-fixture.ts'

const licences = '/#/organizationManagement/license'

describe.skipIf(browserPath === null)('licences', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
  })
  afterAll(() => shell.close())

  const open = (visitor: Visitor, path: string) => visitor.page.goto(`${shell.server.consoleUrl}${path}`)
  const choose = async ({ page }: Visitor, label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).last().click()
    await page.locator('.ant-select-item-option', { hasText: option }).last().click()
  }
  const addSites = (n: number) =>
    shell.sql.query(
      `insert into outlet (company_id, name) select $1, 'Site ' || n from generate_series(1, $2::int) n`,
      [shell.companyId, n],
    )
  const meter = ({ page, t }: Visitor) => page.getByRole('region', { name: t('licences.kinds.outlets') })

  test('from issue to exceeded: issued, used, 80 %, refused with the kind in words, enlarged, taken', async () => {
    const operator = await shell.operator()
    await open(operator, licences)
    const issue = operator.page.getByRole('button', { name: operator.t('licences.issue') })
    await issue.first().click()
    await choose(operator, operator.t('licences.company'), 'Company shell')
    await choose(operator, operator.t('licences.kind'), operator.t('licences.kinds.outlets'))
    await operator.page.getByLabel(operator.t('licences.quantity'), { exact: true }).fill('8')
    await operator.page
      .getByRole('dialog')
      .getByRole('button', { name: operator.t('licences.issue') })
      .click()
    const row = operator.page.getByRole('row').filter({ hasText: 'Company shell' })
    await row.getByText(operator.t('licences.states.permanent')).first().waitFor()

    // 2 from the package and 8 from the licence: 8 are 80 %.
    await addSites(8)
    const owner = await shell.administrator({ language: 'zh' })
    await open(owner, `${licences}?tab=usage`)
    const nearly = owner.t('licences.warnNearly', { kinds: owner.t('licences.kinds.outlets') })
    await owner.page.getByText(nearly).waitFor()
    await meter(owner)
      .getByText(owner.t('licences.used', { used: 8, granted: 10 }))
      .waitFor()
    await meter(owner).getByText(owner.t('licences.levels.nearly')).waitFor()

    await addSites(2)
    await open(owner, '/#/outletManagement/outlets')
    await owner.page
      .getByRole('button', { name: owner.t('outlets.create') })
      .first()
      .click()
    const drawer = owner.page.getByRole('dialog')
    await drawer.getByLabel(owner.t('outlets.name'), { exact: true }).fill('第十一店')
    await drawer.getByRole('button', { name: owner.t('common.save') }).click()
    const refused = owner.t('errors.licence.exceeded', { name: '网点', used: 10, granted: 10 })
    await owner.page.getByText(refused).first().waitFor()

    await row.getByRole('button', { name: operator.t('common.edit') }).click()
    const quantity = operator.page.getByLabel(operator.t('licences.quantity'), { exact: true }).last()
    await quantity.fill('9')
    await operator.page
      .getByRole('dialog')
      .getByRole('button', { name: operator.t('common.save') })
      .click()
    await operator.page.getByText(operator.t('licences.changed')).waitFor()
    await row.getByRole('button', { name: operator.t('licences.historyShort') }).click()
    const history = operator.page.getByRole('dialog').getByRole('listitem')
    await history.nth(1).waitFor()
    expect(await history.first().getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['8', '9']),
    )

    await drawer.getByRole('button', { name: owner.t('common.save') }).click()
    await owner.page.getByRole('link', { name: '第十一店' }).waitFor()
    await open(owner, `${licences}?tab=usage`)
    await meter(owner).getByText(owner.t('licences.levels.full')).waitFor()

    await shell.sql.query('update licence set revoked_at = now()')
    await shell.sql.query('select refresh_entitlement($1)', [shell.companyId])
    await owner.page.reload()
    await owner.page
      .getByText(owner.t('licences.warnExceeded', { kinds: owner.t('licences.kinds.outlets') }))
      .waitFor()
    expect([...operator.complaints, ...owner.complaints].filter((one) => !one.includes('409'))).toEqual([])
    await Promise.all([operator.close(), owner.close()])
  })

  // A file is valid for 13 months at most.
  const nextJanuary = `${new Date().getFullYear() + 1}-01-31`

  test('a file is signed and downloaded, imported where it belongs, and refused with its reason elsewhere', async () => {
    const operator = await shell.operator()
    await open(operator, `${licences}?tab=files`)
    const requestCode = (await operator.page.getByText(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/).textContent())!
    await operator.page.getByRole('button', { name: operator.t('licences.files.sign') }).click()
    const dialog = operator.page.getByRole('dialog')
    await dialog.getByLabel(operator.t('licences.files.companyCode'), { exact: true }).fill('shell')
    await dialog
      .getByLabel(operator.t('licences.files.requestCode'), { exact: true })
      .fill(requestCode.replaceAll('-', ' ').toLowerCase())
    await dialog.getByLabel(operator.t('licences.kinds.devices'), { exact: true }).fill('40')
    await dialog.getByLabel(operator.t('licences.files.until'), { exact: true }).fill(nextJanuary)
    const downloading = operator.page.waitForEvent('download')
    await dialog.getByRole('button', { name: operator.t('licences.files.sign') }).click()
    const file = await (await downloading).path()

    // Several are renewed at once, as one ZIP.
    await operator.page
      .getByRole('checkbox', { name: operator.t('licences.files.choose') })
      .first()
      .check()
    await operator.page
      .getByRole('button', { name: operator.t('licences.files.renewChosen', { count: 1 }) })
      .click()
    const zipped = operator.page.waitForEvent('download')
    await operator.page.getByRole('button', { name: operator.t('licences.files.renewSubmit') }).click()
    expect((await zipped).suggestedFilename()).toMatch(/^licences-.*\.zip$/)
    await operator.page
      .getByText(operator.t('licences.files.renewed', { count: 1 }))
      .first()
      .waitFor()

    const choosing = (visitor: Visitor) =>
      visitor.page.getByLabel(visitor.t('licences.files.drop')).setInputFiles(file)
    await choosing(operator)
    const other = operator.t('errors.licence.file_other_company', { company: 'shell' })
    await operator.page.getByText(other).first().waitFor()

    const owner = await shell.administrator({ language: 'zh' })
    await open(owner, `${licences}?tab=files`)
    await choosing(owner)
    // The last second of that day in the signer's zone may be the next day for the owner.
    await owner.page.getByText(new RegExp(`^${nextJanuary.slice(0, 5)}0[12]-(31|01)$`)).waitFor()
    await choosing(owner)
    await owner.page.getByText(owner.t('errors.licence.file_replayed')).first().waitFor()
    await open(owner, licences)
    const imported = owner.page.getByRole('row').filter({ hasText: owner.t('licences.kinds.devices') })
    await imported.first().waitFor()
    expect(await imported.first().getByRole('cell').allTextContents()).toContain('40')
    await Promise.all([operator.close(), owner.close()])
  })

  test('a package is made and changed; the screens stand up to the accessibility rules', async () => {
    const operator = await shell.operator({ bypassCsp: true })
    const { page, t } = operator
    await open(operator, '/#/organizationManagement/package')
    await page.getByRole('button', { name: t('licences.packages.create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('licences.packages.code'), { exact: true }).fill('branch')
    await dialog.getByLabel(t('licences.packages.nameZh'), { exact: true }).fill('分支版')
    await dialog.getByLabel(t('licences.packages.nameEn'), { exact: true }).fill('Branch')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    const card = page.getByRole('article', { name: 'Branch' })
    await card.getByRole('button', { name: t('common.edit') }).click()
    await dialog.getByLabel(t('licences.kinds.devices'), { exact: true }).fill('250')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await card.getByText(t('licences.packageVersion', { version: 2 })).waitFor()
    await card.getByText(t('licences.packages.platformOnly')).waitFor()
    await card.getByRole('button', { name: t('licences.packages.offer') }).click()
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: t('licences.packages.offer') })
      .click()
    await card.getByText(t('licences.packages.forMsps')).waitFor()
    // The former location of the packages.
    await open(operator, '/#/organizationManagement/product?tab=packages')
    await card.waitFor()
    for (const path of [
      '/#/organizationManagement/package',
      licences,
      `${licences}?tab=usage`,
      `${licences}?tab=files`,
    ]) {
      await open(operator, path)
      await page.locator('#content h1').waitFor(soon)
      await isSettled(operator)
      expect([path, ...(await findings(operator))]).toEqual([path])
    }
    await operator.close()
  })
})
