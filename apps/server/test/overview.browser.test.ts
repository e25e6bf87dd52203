import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, type Visitor } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

/** A page of the console, as a link leads to it. */
const go = ({ page }: Visitor, path: string) => page.evaluate(`location.hash = ${JSON.stringify(path)}`)

describe.skipIf(browserPath === null)('the overviews', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
    await shell.sql.query(`insert into outlet (company_id, name) values ($1, 'Corner shop')`, [
      shell.companyId,
    ])
  })
  afterAll(() => shell.close())

  test('the overview leads to the one that fits', async () => {
    const operator = await shell.operator()
    await go(operator, '/overview')
    await operator.page.waitForURL(/overview\/global/)
    await operator.page
      .getByRole('heading', { level: 1, name: operator.t('shell.titles.overviewGlobal'), exact: true })
      .waitFor()
    // One click acts inside.
    await operator.page
      .getByRole('button', { name: new RegExp(`^${operator.t('tenants.actIn')} `) })
      .first()
      .waitFor()
    expect(operator.complaints).toEqual([])
    await operator.close()

    const visitor = await shell.administrator({ language: 'en' })
    const { page, t } = visitor
    await go(visitor, '/overview')
    await page.waitForURL(/overview\/network/)
    await page
      .getByRole('heading', { level: 1, name: t('shell.titles.overviewNetwork'), exact: true })
      .waitFor()
    await page.getByRole('button', { name: /Corner shop/ }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('a star puts an outlet among the favourites of the workbench', async () => {
    const { rows } = await shell.sql.query<{ id: string }>(
      `select id::text from outlet where company_id = $1 and name = 'Corner shop'`,
      [shell.companyId],
    )
    const visitor = await shell.administrator({ language: 'zh' })
    const { page, t } = visitor
    await go(visitor, `/outletManagement/outlets/${rows[0]!.id}`)
    await page.getByRole('button', { name: t('workbench.follow'), exact: true }).click()
    await page.getByRole('button', { name: t('workbench.unfollow'), exact: true }).waitFor()
    await go(visitor, '/homePage')
    await page.locator('.workbench-personal').getByRole('link', { name: 'Corner shop' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
