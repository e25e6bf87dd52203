import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, signInAs, visit } from './browser.ts'
import { operatorPassword } from './server-process.ts'
import { arriveAt, failCalls, type Shell, soon, startShell } from './shell-fixture.ts'

const list = '#/equipmentManagement/intelligence'
const sessionCalls = [
  '/api/v1/auth/frontend/menu/code/lists',
  '/api/v1/auth/user/simple/info',
  '/api/v1/auth/org/struct/check/identity',
  '/api/v1/auth/company/tenant/all',
]

let shell: Shell
beforeAll(async () => {
  if (browserPath !== null) shell = await startShell()
})
afterAll(() => shell?.close())

describe.skipIf(browserPath === null)('without a session (specification §2, §4)', () => {
  test('the root and login show the sign-in page, and anything else leads to login', async () => {
    const visitor = await visit(shell.browser, { language: 'en' })
    const { page, t } = visitor
    const submit = page.getByRole('button', { name: t('signIn.submit'), exact: true })
    await page.goto(shell.server.consoleUrl)
    await submit.waitFor()
    expect(new URL(page.url()).hash.replace(/^#\/?$/, '')).toBe('')
    expect(await page.title()).toBe(`${t('signIn.title')} - Netward`)
    for (const path of ['/404', '/homePage', '/systemSettings', '/no/such/page', '/redirect/login']) {
      await page.goto(`${shell.server.consoleUrl}/#${path}`)
      await arriveAt(page, `#/login?redirect=${encodeURIComponent(path)}`)
      await submit.waitFor()
    }
    await page.goto(`${shell.server.consoleUrl}/#/completeAccount`)
    await page.locator('main').waitFor()
    expect(page.url()).not.toContain('redirect=')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('the main layout is downloaded on demand: not before somebody has signed in', async () => {
    const visitor = await visit(shell.browser, { language: 'en' })
    const { page, t } = visitor
    const scripts: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) scripts.push(pathname)
    })
    await page.goto(shell.server.consoleUrl)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const before = [...scripts]
    expect(before.filter((path) => path.includes('console'))).toEqual([])
    await signInAs(visitor, shell.server.consoleUrl, 'admin', operatorPassword)
    expect(scripts.filter((path) => path.includes('console')).length).toBeGreaterThan(0)
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('with a session (specification §2, §4, §6, §7)', () => {
  test('the first navigation asks for permissions, user info, identity and tenants, in this order', async () => {
    const visitor = await visit(shell.browser, { language: 'en' })
    const asked: Request[] = []
    visitor.page.on('request', (request) => {
      if (sessionCalls.includes(new URL(request.url()).pathname)) asked.push(request)
    })
    await signInAs(visitor, shell.server.consoleUrl, 'admin', operatorPassword)
    expect(asked.map((request) => new URL(request.url()).pathname)).toEqual(sessionCalls)
    const { page } = visitor
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'sstoken')?.value
    const userCode = cookies.find(({ name }) => name === 'userCode')
    expect(asked.map((request) => request.headers()['authorization'])).toEqual(
      sessionCalls.map(() => `Bearer ${token}`),
    )
    const sevenDays = Date.now() / 1000 + 7 * 24 * 3600
    expect(Math.abs((userCode?.expires ?? 0) - sevenDays)).toBeLessThan(120)

    const called = page.waitForRequest('**/api/v1/device/lists')
    await page.goto(`${shell.server.consoleUrl}/${list}?page=1`)
    const headers = (await called).headers()
    expect(headers).toMatchObject({
      'accept-language': 'en-us',
      'x-company-id': expect.stringMatching(/^\d+$/),
      'x-tenant-company-id': headers['x-company-id'],
      'x-proxy': '0',
      'x-app-code': 'DMS_SERVER',
    })
    expect(headers['cookie']).toBeUndefined()
    await visitor.close()
  })

  test('a list brings no forms, and what it asks the server for comes compressed', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    const codes = page.waitForResponse((response) => response.url().endsWith(sessionCalls[0]!))
    await page.goto('about:blank')
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    expect((await codes).headers()).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    await page.getByLabel(t('devices.searchLabel'), { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((path) => /\/assets\/shell-/.test(path))).toHaveLength(1)
    expect(scripts.filter((path) => /\/(?:form|input-number|drawer|date-picker)-/.test(path))).toEqual([])
    await visitor.close()
  })

  test('groups and the redirect helper lead on, unknown paths to 404, login to the root; each has its title', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const cases = [
      ['/equipmentManagement', list, 'shell.titles.smartCpe'],
      ['/redirect/equipmentManagement/intelligence?page=2', `${list}?page=2`, 'shell.titles.smartCpe'],
      ['/systemSettings', '#/systemSettings/personalInformation', 'shell.titles.personalInformation'],
      ['/personal/information', '#/personal/information', 'shell.titles.personalInformation'],
      ['/no/such/page', '#/404', 'shell.titles.notFound'],
      ['/operationsCenter/nothing', '#/404', 'shell.titles.notFound'],
    ] as const
    for (const [path, hash, title] of cases) {
      await page.goto(`${shell.server.consoleUrl}/#${path}`)
      await arriveAt(page, hash)
      await expect.poll(() => page.title(), soon).toBe(`${t(title)} - Netward`)
    }
    // The page's own name is never truncated, and it alone is marked as current.
    await page.setViewportSize({ width: 920, height: 800 })
    await page.goto(`${shell.server.consoleUrl}/#/equipmentManagement/unknownGateways/scan`)
    const crumbs = page.getByRole('navigation', { name: t('shell.breadcrumbs') })
    const current = crumbs.locator('[aria-current]', { hasText: t('shell.titles.scanLabel') })
    await current.waitFor()
    expect(await crumbs.locator('[aria-current]').count()).toBe(1)
    const rightOf = async (one: typeof crumbs) => {
      const box = await one.boundingBox()
      return Math.round(box!.x + box!.width)
    }
    expect(await rightOf(current)).toBeLessThanOrEqual(await rightOf(crumbs))
    await page.goto(`${shell.server.consoleUrl}/#/login`)
    await page.waitForURL((url) => !url.hash.startsWith('#/login') && url.hash !== '#/404')
    await page.locator('#content h1').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('beside the search and the tenant no step of the breadcrumbs is cut, however deep the page', async () => {
    const visitor = await shell.operator({ language: 'en', width: 1280 })
    const { page, t } = visitor
    for (const [path, title] of [
      ['upgradeProgrammes/1', 'shell.titles.programmeDetail'],
      ['diagnostics/1', 'shell.titles.diagnosticBatch'],
    ] as const) {
      await page.goto(`${shell.server.consoleUrl}/#/equipmentManagement/${path}`)
      const trail = page.getByRole('navigation', { name: t('shell.breadcrumbs') })
      await trail.getByText(t(title), { exact: true }).waitFor()
      const steps = trail.getByRole('listitem').filter({ visible: true })
      const cut = await steps.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
      expect(cut).toEqual([])
      expect(await steps.count()).toBeGreaterThan(1)
    }
    await visitor.close()
  })

  test('signing out ends the session, clears its cookies, goes to login and loads the page anew', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.evaluate('globalThis.sameDocument = true')
    await page.locator('.person').click()
    await page.getByRole('menuitem', { name: t('shell.signOut') }).click()
    await arriveAt(page, '#/login')
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    expect(await page.evaluate('globalThis.sameDocument')).toBeUndefined()
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
    await visitor.close()
  })

  test.each([sessionCalls[1]!, sessionCalls[2]!])(
    'where %s fails the token is reset and login comes',
    async (path) => {
      const visitor = await shell.administrator()
      const { page, t } = visitor
      await failCalls(page, path, 500, { code: 'system.error', message: 'It broke' })
      await page.reload()
      await page.waitForURL((url) => url.hash.startsWith('#/login'))
      await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
      await page.getByText('It broke').waitFor()
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sstoken')
      await visitor.close()
    },
  )

  test('a right that is taken while the console is open leaves the menu with the first refusal', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const entry = page.getByRole('link', { name: t('shell.titles.preRegistration'), exact: true })
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    await entry.first().waitFor()
    const set = (role: string) =>
      shell.sql.query(`update member_role set built_in = $1 where company_id = $2`, [role, shell.companyId])
    await set('user_layer')
    try {
      await page.goto(`${shell.server.consoleUrl}/#/equipmentManagement/preRegistration`)
      await arriveAt(page, '#/404')
      await page
        .locator('.sidebar')
        .getByText(t('shell.titles.preRegistration'))
        .waitFor({ state: 'detached' })
      expect(await entry.count()).toBe(0)
    } finally {
      await set('administrator')
    }
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('errors that end the session (specification §8)', () => {
  test('one dialog however many calls fail; only its button ends it, and leads to the root', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    const frozen = { code: 40027, message: 'The company is frozen.' }
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    await page.locator('#content h1').waitFor()
    await failCalls(page, '/api/v1/device/lists', 403, frozen)
    await failCalls(page, '/api/v1/device/summary', 403, { code: 40031, message: 'The trial has ended.' })
    await failCalls(page, '/api/v1/live/ticket', 401, { code: 40001, message: 'Not signed in' })
    await page.reload()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await page.waitForLoadState('networkidle')
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await page.unrouteAll()
    await dialog.getByRole('button', { name: t('common.signInAgain') }).click()
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/')
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sstoken')
    await visitor.close()
  })

  test('an expired page clears local storage on confirmation and goes to the root', async () => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    await page.locator('#content h1').waitFor()
    await failCalls(page, '/api/v1/device/lists', 401, { code: 'A0230', message: '' })
    await page.reload()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('the current page has expired, please log in again').waitFor()
    await page.evaluate(`localStorage.setItem('kept', 'yes')`)
    await page.unrouteAll()
    await dialog.getByRole('button', { name: t('common.signInAgain') }).click()
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/')
    expect(await page.evaluate(`localStorage.getItem('kept')`)).toBeNull()
    await visitor.close()
  })

  test.each([40001, 40005])('%i goes to login and leads back after signing in', async (code) => {
    const visitor = await shell.administrator()
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/${list}`)
    await page.locator('#content h1').waitFor()
    await failCalls(page, '/api/v1/device/lists', 401, { code, message: 'over' })
    await page.reload()
    await arriveAt(page, `#/login?redirect=${encodeURIComponent('/equipmentManagement/intelligence')}`)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await visitor.close()
  })
})
