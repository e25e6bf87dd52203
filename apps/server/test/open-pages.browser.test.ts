import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, type Visitor } from './browser.ts'
import { type Shell, soon, startShell } from './shell-fixture.ts'

let shell: Shell
let ids: string[]
beforeAll(async () => {
  if (browserPath === null) return
  shell = await startShell()
  ids = await makeOutlets(16)
})
afterAll(() => shell?.close())

const outlets = '/outletManagement/outlets'
/** By the address alone: the page is not loaded anew. */
const go = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(path)}`)
const tabs = ({ page, t }: Visitor) => page.getByRole('navigation', { name: t('shell.openPages') })

async function makeOutlets(count: number): Promise<string[]> {
  await shell.sql.query(`update entitlement set granted = 1000 where company_id = $1 and kind = 'outlets'`, [
    shell.companyId,
  ])
  const { rows } = await shell.sql.query<{ id: string }>(
    `insert into outlet (company_id, name, code)
     select $1, 'Outlet number ' || n, 'tab-' || n from generate_series(1, $2::int) n returning id`,
    [shell.companyId, count],
  )
  return rows.map(({ id }) => id)
}

describe.skipIf(browserPath === null)('the tabs of open pages', () => {
  test('a tab has the name of its own page, however fast one goes on, and the current one stays in sight', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    for (const [index, id] of ids.entries()) {
      await go(page, `${outlets}/${id}`)
      await page.getByRole('heading', { level: 1, name: `Outlet number ${index + 1}`, exact: true }).waitFor()
    }
    const current = tabs(visitor).locator('[aria-current=page]')
    await expect.poll(() => current.textContent(), soon).toBe('Outlet number 16')
    const room = await tabs(visitor).locator('ul').boundingBox()
    const right = async () => {
      const box = await current.boundingBox()
      return box!.x + box!.width
    }
    await expect.poll(right, soon).toBeLessThanOrEqual(room!.x + room!.width)
    for (let wait = 0; wait <= 40; wait += 4) {
      await page.evaluate(`location.hash = '${outlets}/${ids[wait % 16]!}'
        new Promise((done) => setTimeout(done, ${wait})).then(() => (location.hash = '/outletManagement/lines'))`)
      await page
        .getByRole('heading', { level: 1, name: t('shell.titles.internetLines'), exact: true })
        .waitFor()
      expect(await current.textContent()).toBe(t('shell.titles.internetLines'))
    }
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('a table wider than its room', () => {
  test('a shadow shows on which side columns go on, and what is held covers no value', async () => {
    const visitor = await shell.administrator({ width: 1000 })
    const { page } = visitor
    await go(page, outlets)
    const frame = page.locator('.data-table-frame')
    await frame.locator('tbody tr').first().waitFor()
    const has = (name: string) => frame.evaluate((element, one) => element.classList.contains(one), name)
    const style = (element: string) => `getComputedStyle(document.querySelector('${element}')`
    const shadow = () =>
      page.evaluate(`${style('.data-table-view')}, '::after').backgroundImage.includes('gradient')`)
    await expect.poll(() => has('data-table-continues'), soon).toBe(true)
    expect(await shadow()).toBe(true)
    await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await expect.poll(() => has('data-table-continues'), soon).toBe(false)
    expect([await has('data-table-shifted'), await shadow()]).toEqual([true, false])
    const cells = frame.locator('tbody tr').first().locator('td')
    const boxes = await Promise.all([cells.nth(-2).boundingBox(), cells.last().boundingBox()])
    expect(boxes[0]!.x + boxes[0]!.width).toBeLessThanOrEqual(boxes[1]!.x + 1)
    // Where the held columns would fill the room, the first one moves with the others.
    await page.setViewportSize({ width: 800, height: 860 })
    await frame.evaluate((element) => (element.dataset['held'] = String(element.clientWidth)))
    await page.setViewportSize({ width: 790, height: 860 })
    await expect.poll(() => has('data-table-tight'), soon).toBe(true)
    expect(await page.evaluate(`${style('tbody .data-table-first')}).position`)).not.toBe('sticky')
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('the search of the header', () => {
  test('it finds devices, outlets, lines, tenants and people by / and Ctrl+K', async () => {
    await shell.sql.query(
      `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, addressing)
       select company_id, id, 'Number one fibre', 'other', 'broadband', 100, 20, 'pppoe' from outlet where company_id = $1 limit 1`,
      [shell.companyId],
    )
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const search = page.getByRole('combobox', { name: t('shell.searchLabel'), exact: true })
    await page.keyboard.press('/')
    await expect.poll(() => search.and(page.locator(':focus')).count(), soon).toBe(1)
    await search.fill('number')
    await page.getByText('Number one fibre').waitFor()
    await page.getByText('Outlet number 1', { exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: /^Outlet number/ }).waitFor()
    await page.keyboard.press('Control+k')
    await search.fill('admin')
    await page.getByText(t('shell.search.people'), { exact: true }).last().waitFor()
    await page.locator('.global-search-item').first().click()
    await page.waitForURL((url) =>
      url.hash.startsWith('#/permissionManagement/organizationalStructure?search='),
    )
    await page.keyboard.press('Control+k')
    await search.fill('number')
    await page.getByText(t('shell.searchAll', { list: t('shell.search.outlets') })).click()
    await page.waitForURL((url) => url.hash === `#${outlets}?search=number`)
    await visitor.close()

    const operator = await shell.operator()
    await operator.page.keyboard.press('Control+k')
    const asked = operator.page.getByRole('combobox', { name: t('shell.searchLabel'), exact: true })
    await asked.fill('shell')
    await operator.page.locator('.global-search-item').first().click()
    await operator.page.waitForURL((url) => url.hash.startsWith('#/organizationManagement/tenant/'))
    await operator.close()
  })
})
