import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { type Shell, soon, startShell } from './shell-fixture.ts'

const auditLog = '/#/systemSettings/auditLog'
const licences = '/#/organizationManagement/license'
const sites = '/#/outletManagement/outlets'

describe.skipIf(browserPath === null)('fields of dates', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
  })
  afterAll(() => shell.close())

  const calendar = (page: Page) => page.locator('.date-popup:visible')

  test.each([
    ['zh', 'en-US', '年-月-日 时:分', '2031年3月', '一', '此刻'],
    ['en', 'zh-CN', 'YYYY-MM-DD HH:MM', 'Mar2031', 'Mon', 'Now'],
  ] as const)(
    'a console in %s has its dates in that language in a browser in %s',
    async (language, locale, hint, month, monday, now) => {
      const visitor = await shell.administrator({ language, locale })
      const { page, t } = visitor
      await page.goto(shell.server.consoleUrl + auditLog)
      await page.getByRole('button', { name: t('common.expand') }).click()
      const from = page.getByLabel(t('audit.from'), { exact: true })
      await expect.poll(() => from.getAttribute('placeholder')).toBe(hint)
      await from.fill('2031-03-05 08:30')
      await expect
        .poll(() => calendar(page).locator('.ant-picker-header-view').first().textContent())
        .toBe(month)
      expect(await calendar(page).locator('th').first().textContent()).toBe(monday)
      await calendar(page).getByText(now, { exact: true }).waitFor()
      await calendar(page).getByTitle('2031-03-06').click()
      await from.press('Enter')
      // In the person's time zone; their company is in China.
      await page.waitForURL((url) => decodeURIComponent(url.hash).includes('from=2031-03-06T00:30:00.000Z'))
      expect(await from.inputValue()).toBe('2031-03-06 08:30')
      expect(await calendar(page).count()).toBe(0)
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )

  test('a date is typed, counted up and down, deleted and put right by the keys alone', async () => {
    const operator = await shell.operator()
    const { page, t } = operator
    await page.goto(shell.server.consoleUrl + licences)
    await page
      .getByRole('button', { name: t('licences.issue') })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    const ends = drawer.getByLabel(t('licences.endsAt'), { exact: true })
    const value = () => ends.inputValue()
    // The calendar library is loaded.
    await expect.poll(() => ends.isEditable(), soon).toBe(true)
    await ends.focus()
    expect(await calendar(page).count()).toBe(0)

    await page.keyboard.type('20310228')
    await page.keyboard.press('Tab')
    await expect.poll(value).toBe('2031-02-28')
    expect(await drawer.getByLabel(t('licences.note')).evaluate((note) => note.matches(':focus'))).toBe(true)

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect.poll(value).toBe('2031-03-01')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect.poll(value).toBe('2030-03-01')
    await page.keyboard.press('Alt+ArrowDown')
    await calendar(page).waitFor()
    // It closes the calendar, not the form.
    await page.keyboard.press('Escape')
    await expect.poll(() => calendar(page).count()).toBe(0)
    expect(await drawer.isVisible()).toBe(true)

    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('2030-02-31')
    await page.keyboard.press('Tab')
    await expect.poll(value).toBe('2030-03-01')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await drawer.getByText(t('licences.companyEmpty')).waitFor()
    expect(await value()).toBe('')
    expect(await calendar(page).count()).toBe(0)
    await operator.close()
  })

  test('business hours and their exceptions are typed, and a calendar fits a phone', async () => {
    const visitor = await shell.administrator({ language: 'zh', width: 390, dark: true })
    const { page, t } = visitor
    await page.goto(shell.server.consoleUrl + sites)
    await page
      .getByRole('button', { name: t('outlets.create'), exact: true })
      .first()
      .click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: t('outlets.hours.addGroup') }).click()
    await form.getByLabel(t('outlets.hours.from')).fill('8:30')
    await form.getByLabel(t('outlets.hours.to')).fill('2130')
    await form.getByRole('button', { name: t('outlets.hours.addException') }).click()
    const first = form.getByLabel(t('outlets.hours.exceptionFrom'))
    await first.click()
    await calendar(page).waitFor()
    const box = await calendar(page).boundingBox()
    expect([box!.x >= 0, box!.x + box!.width <= 390]).toEqual([true, true])
    await first.fill('2031-10-01')
    await form.getByLabel(t('outlets.hours.exceptionTo')).fill('2031/10/7')
    await first.focus()
    const words = form.locator('.hours-field small')
    await expect
      .poll(() => words.textContent(), soon)
      .toMatch(/^周一至周五 08:30–21:30；.*2031-10-01.*2031-10-07/)
    await visitor.close()
  })
})
