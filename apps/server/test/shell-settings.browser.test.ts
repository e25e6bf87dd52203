import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled } from './accessibility.ts'
import { browserPath, takeFromMore, type Visitor } from './browser.ts'
import { arriveAt, failCalls, type Shell, soon, startShell } from './shell-fixture.ts'

const list = '#/equipmentManagement/intelligence'

let shell: Shell
beforeAll(async () => {
  if (browserPath !== null) shell = await startShell()
})
afterAll(() => shell?.close())

const stored = (page: Page, key: string) =>
  page.evaluate<string | null>(`localStorage.getItem(${JSON.stringify(key)})`)
const onRoot = (page: Page, attribute: string) => page.locator('html').getAttribute(attribute)

async function openSettings({ page, t }: Visitor) {
  await page.getByRole('button', { name: t('shell.settings.title') }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText(t('shell.settings.reset')).waitFor()
  return panel
}

describe.skipIf(browserPath === null)('preferences (specification §3, §4, §9)', () => {
  test('without a choice: Chinese, desktop, default size, dark menu at the left, tags, no fixed header', async () => {
    const context = await shell.browser.newContext({ viewport: { width: 1280, height: 860 } })
    const page = await context.newPage()
    await page.goto(shell.server.consoleUrl)
    await page.locator('main').waitFor()
    expect(await onRoot(page, 'lang')).toBe('zh')
    expect(await onRoot(page, 'data-size')).toBe('default')
    expect(await stored(page, 'device')).toBe('desktop')
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => stored(page, 'device'), soon).toBe('mobile')
    await context.close()

    const visitor = await shell.administrator()
    const { page: own } = visitor
    await own.locator('.console.console-opened.console-flow .sidebar.menu-dark .menu-brand').waitFor()
    await own.locator('.tags-view').waitFor()
    await visitor.close()
  })

  test('a global language comes first, what is stored under lang overrides it', async () => {
    const context = await shell.browser.newContext()
    await context.addInitScript({ content: `globalThis.__NETWARD_LANG__ = 'en'` })
    const page = await context.newPage()
    await page.goto(shell.server.consoleUrl)
    await page.locator('main').waitFor()
    expect(await onRoot(page, 'lang')).toBe('en')
    await page.evaluate(`localStorage.setItem('lang', 'zh')`)
    await page.reload()
    await page.locator('main').waitFor()
    expect(await onRoot(page, 'lang')).toBe('zh')
    await context.close()
  })

  test('a language that is chosen is kept twice and shown without a reload', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.getByRole('button', { name: t('shell.switchLanguage') }).click()
    await page.getByRole('menuitem', { name: '简体中文' }).click()
    await expect.poll(() => onRoot(page, 'lang'), soon).toBe('zh')
    expect([await stored(page, 'lang'), await stored(page, 'language')]).toEqual(['zh', 'zh'])
    await page.getByText('工作台').first().waitFor()
    await visitor.close()
  })

  test('the sidebar is closed and opened, and stays so', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.getByRole('button', { name: t('shell.closeMenu') }).click()
    await page.locator('.console-closed').waitFor()
    expect(await stored(page, 'sidebarStatus')).toBe('closed')
    await page.reload()
    await page.locator('.console-closed').waitFor()
    await page.getByRole('button', { name: t('shell.openMenu') }).click()
    await page.locator('.console-opened').waitFor()
    expect(await stored(page, 'sidebarStatus')).toBe('opened')
    await visitor.close()
  })

  test('each setting changes at once, is kept, and goes back to its default', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const panel = await openSettings(visitor)
    const choose = (name: string) => panel.getByText(name, { exact: true }).click()
    const flip = (name: string) => panel.getByRole('switch', { name }).click()
    await choose(t('shell.settings.layouts.top'))
    await page.locator('.console-top .top-menu.menu-dark').waitFor()
    await panel.getByText(t('shell.settings.themes.light'), { exact: true }).first().click()
    await page.locator('.top-menu.menu-light').waitFor()
    await panel.getByText(t('shell.settings.themes.dark'), { exact: true }).last().click()
    await expect.poll(() => onRoot(page, 'data-theme'), soon).toBe('dark')
    await choose(t('shell.settings.sizes.large'))
    await expect.poll(() => onRoot(page, 'data-size'), soon).toBe('large')
    await flip(t('shell.settings.tagsView'))
    await page.locator('.tags-view').waitFor({ state: 'detached' })
    await flip(t('shell.settings.fixedHeader'))
    await page.locator('.console-fixed').waitFor()
    await flip(t('shell.settings.sidebarLogo'))
    await page.locator('.menu-brand').waitFor({ state: 'detached' })

    await page.reload()
    await page.locator('.console-top.console-fixed .top-menu.menu-light').waitFor()
    expect(await page.locator('.tags-view, .menu-brand').count()).toBe(0)
    expect([await onRoot(page, 'data-theme'), await onRoot(page, 'data-size')]).toEqual(['dark', 'large'])

    await (await openSettings(visitor)).getByRole('button', { name: t('shell.settings.reset') }).click()
    await page.locator('.console-opened.console-flow .sidebar.menu-dark .menu-brand').waitFor()
    await page.locator('.tags-view').waitFor()
    expect([await onRoot(page, 'data-theme'), await onRoot(page, 'data-size')]).toEqual(['light', 'default'])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('while its button is hidden the panel opens from the account menu', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const panel = await openSettings(visitor)
    await panel.getByRole('switch', { name: t('shell.settings.settingsPanel') }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('shell.settings.title') }).waitFor({ state: 'detached' })
    await page.locator('.person').click()
    await page.getByRole('menuitem', { name: t('shell.settings.title') }).click()
    await panel.getByRole('switch', { name: t('shell.settings.settingsPanel') }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('shell.settings.title') }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('the menu (specification §2, §6)', () => {
  test('shows one mode, follows the open page, and stays as it was', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const inMenu = (title: Parameters<typeof t>[0]) =>
      page.locator('.sidebar').getByRole('link', { name: t(title), exact: true })
    const mode = (title: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(title), exact: true })
    await mode('shell.modeAdmin').click()
    await expect.poll(() => mode('shell.modeAdmin').getAttribute('aria-pressed'), soon).toBe('true')
    // A route without a mode belongs to both.
    await inMenu('shell.titles.smartCpe').waitFor()
    await page.reload()
    await inMenu('shell.titles.smartCpe').waitFor()
    expect(await mode('shell.modeAdmin').getAttribute('aria-pressed')).toBe('true')
    await page.goto(`${shell.server.consoleUrl}/#/personal/information`)
    await expect.poll(() => mode('shell.modeDefault').getAttribute('aria-pressed'), soon).toBe('true')
    await page.goto(`${shell.server.consoleUrl}/#/systemSettings/personalInformation`)
    await expect.poll(() => mode('shell.modeAdmin').getAttribute('aria-pressed'), soon).toBe('true')
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    await inMenu('shell.titles.smartCpe').and(page.locator('[aria-current=page]')).waitFor()
    expect(await mode('shell.modeAdmin').getAttribute('aria-pressed')).toBe('true')
    await visitor.close()
  })

  test('at the top opens by a key and is walked by keys', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.evaluate(`localStorage.setItem('netward.shell', '{"layout":"top"}')`)
    await page.reload()
    const group = page
      .locator('.top-menu')
      .getByRole('button', { name: t('shell.titles.equipmentManagement') })
    await group.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: t('shell.titles.unknownGateways') }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.hash.startsWith('#/equipmentManagement/'))
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('the shell for everybody', () => {
  test('the focus goes to the heading of the page after a navigation, and the skip link to the content', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    await page.locator('#content h1').waitFor()
    // The parent's layout: it persists while its pages change.
    await page.evaluate(`document.querySelector('#app .sidebar').dataset.kept = 'yes'`)
    await page
      .locator('.sidebar')
      .getByRole('link', { name: t('shell.titles.preRegistration') })
      .click()
    await arriveAt(page, '#/equipmentManagement/preRegistration')
    const focused = page.locator('h1:focus')
    await focused.waitFor()
    expect(await focused.textContent()).toBe(t('shell.titles.preRegistration'))
    expect(await page.locator('#app .sidebar').getAttribute('data-kept')).toBe('yes')
    await page.getByRole('link', { name: t('shell.skipToContent') }).focus()
    await page.keyboard.press('Enter')
    await page.locator('#content:focus').waitFor()
    await visitor.close()
  })

  test('a preference for reduced motion turns animations off', async () => {
    const visitor = await shell.administrator()
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
    const longest = await visitor.page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return [transitionDuration, animationDuration].flatMap((text) => text.split(',').map(Number.parseFloat))
      }))`,
    )
    expect(longest).toBeLessThan(0.01)
    await visitor.close()
  })

  test('a copy is confirmed for 1500 ms', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.context().grantPermissions(['clipboard-write'])
    const button = await copyButton(visitor)
    await page.evaluate(`{
      const button = document.querySelector('.copy-text button')
      let since
      new MutationObserver(() => {
        if (button.classList.contains('copy-text-done')) since ??= performance.now()
        else if (since) globalThis.shownFor ??= performance.now() - since
      }).observe(button, { attributes: true })
    }`)
    await button.click()
    await page
      .getByRole('button', { name: t('common.copied') })
      .first()
      .waitFor()
    await expect
      .poll(() => page.evaluate<number>('globalThis.shownFor ?? 0'), { timeout: 10_000 })
      .toBeGreaterThanOrEqual(1499)
    expect(await page.evaluate<number>('globalThis.shownFor')).toBeLessThan(3000)
    await visitor.close()
  })

  test('where a browser does not copy, the text is selected and it says so', async () => {
    const visitor = await shell.administrator()
    const { page } = visitor
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    const button = await copyButton(visitor)
    await button.click()
    await page.getByText('Browser does not support copying, please copy manually.').waitFor()
    expect(await page.evaluate<string>('getSelection().toString()')).toMatch(/\S/)
    await visitor.close()
  })

  test('a form says that it was not saved, and what is wrong with a field that it does not have', async () => {
    const { rows } = await shell.sql.query<{ id: string }>(
      `insert into device (company_id, name, type, oui, serial_number, presence, periodic_interval, first_inform_at)
       values ($1, 'Gateway', 'smart_cpe', '02A1B2', 'FORM1', 'online', 300, now()) returning id::text`,
      [shell.companyId],
    )
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/${list}/${rows[0]!.id}`)
    await takeFromMore(visitor, t('devices.move.edit'))
    const drawer = page.getByRole('dialog')
    const save = drawer.getByRole('button', { name: t('common.save'), exact: true })
    await drawer.getByLabel(t('devices.name')).fill('')
    await save.click()
    const failed = drawer.getByText('Save failed: Please check if the form is filled out correctly.')
    await failed.waitFor()
    await drawer.getByLabel(t('devices.form.note')).fill('in the cellar')
    await failed.waitFor({ state: 'detached' })
    await failCalls(page, `/api/v1/device/${rows[0]!.id}`, 400, {
      code: 'request.invalid',
      message: 'wrong',
      data: { fields: [{ field: 'elsewhere', message: 'is wrong' }] },
    })
    await drawer.getByLabel(t('devices.name')).fill('Other')
    await save.click()
    await drawer.getByText('elsewhere: is wrong').waitFor()
    expect(await drawer.getByRole('alert').first().innerText()).toContain('Field Error')
    await drawer.getByLabel(t('devices.name')).fill('Another')
    await drawer.getByText('elsewhere: is wrong').waitFor({ state: 'detached' })
    await visitor.close()
  })

  test('a live stream that gave up asks whether to reconnect', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.clock.install()
    await failCalls(page, '/api/v1/live/ticket', 503, { code: 'system.unavailable', message: 'down' })
    await page.reload()
    await page.locator('#content h1').waitFor()
    const question = page.getByText('Disconnected, would you like to reconnect?')
    await expect
      .poll(
        async () => {
          await page.clock.runFor(10_000)
          return question.isVisible()
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await page.unrouteAll()
    await page.getByRole('button', { name: t('common.reconnect') }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await page.getByText(t('common.liveDisconnected')).count()).toBe(0)
    await visitor.close()
  })

  test.each([
    ['zh', false, 'left'],
    ['en', true, 'left'],
    ['zh', true, 'top'],
    ['en', false, 'top'],
  ] as const)('no accessibility finding (%s, dark %s, menu at the %s)', async (language, dark, layout) => {
    const visitor = await shell.administrator({ language, dark, bypassCsp: true })
    const { page } = visitor
    const found: string[] = []
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`localStorage.setItem('netward.shell', '${JSON.stringify({ layout, theme })}')`)
      await page.goto(`${shell.server.consoleUrl}/#/personal/information`)
      await page.reload()
      await page.locator('#content h1').waitFor()
      found.push(...(await findingsOn(visitor)).map((finding) => `${theme}: ${finding}`))
      await openSettings(visitor)
      found.push(...(await findingsOn(visitor)).map((finding) => `${theme}, panel: ${finding}`))
    }
    expect(found).toEqual([])
    await visitor.close()
  })
})

/** The first text that can be copied in the gateway list's address card. */
async function copyButton({ page }: Visitor) {
  await page.goto(`${shell.server.consoleUrl}/${list}`)
  const button = page.locator('.copy-text button').first()
  await button.waitFor()
  return button
}

async function findingsOn(visitor: Visitor): Promise<string[]> {
  const { page } = visitor
  // Away from buttons: their tooltips lie outside every region.
  await page.mouse.move(1, 1)
  await page.locator('.ant-tooltip:not(.ant-tooltip-hidden)').waitFor({ state: 'detached' })
  await isSettled(visitor)
  return findings(visitor)
}
