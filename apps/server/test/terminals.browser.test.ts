import { type InteractiveRound, type SshDevice, startSshDevice } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, judgedLooks } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { openTerminal, replayLatest, setSshAccess } from './gateway-steps.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** Prompts of a device that asks for more than a password. Their text is not markup. */
const secondFactor: InteractiveRound[] = [
  { prompts: [{ prompt: 'Password: ', echo: false }], answers: ['right-pass'] },
  {
    name: 'Second factor',
    instructions: '<b>Look</b> at your token.\nIt has six digits.',
    prompts: [
      { prompt: 'One-time code: ', echo: true },
      { prompt: 'PIN: ', echo: false },
    ],
    answers: ['123456', '9876'],
  },
]

/** A terminal, from its access settings to the replay of its recording. */

describe.skipIf(browserPath === null)('a terminal', () => {
  let browser: Browser
  let own: OwnServer
  let device: SshDevice
  let userName: string
  let companyId: string
  let deviceId: string

  async function makeGateway(name: string): Promise<string> {
    const { rows } = await own.sql.query<{ id: string }>(
      `with d as (insert into device (company_id, name, type, oui, serial_number)
         values ($1, $2, 'smart_cpe', 'AABBCC', $2) returning id),
       g as (insert into gateway (device_id, company_id, username, last_address) select id, $1, $2, '127.0.0.1' from d)
       select id::text from d`,
      [companyId, name],
    )
    return rows[0]!.id
  }

  beforeAll(async () => {
    browser = await sharedBrowser()
    own = await startOwnServer({ NETWARD_DEVICE_RANGES: '127.0.0.0/8' })
    device = await startSshDevice({ username: 'root', password: 'right-pass' })
    const made = await makeAdministrator(own.server.consoleUrl, 'terminals')
    userName = made.userName
    companyId = made.companyId
    deviceId = await makeGateway('Lobby gateway')
  })
  afterAll(async () => {
    await device.stop()
    await closeVisits(browser)
    await own.stop()
  })

  test('is opened, worked in and replayed', async () => {
    const visitor = await visit(browser, { language: 'en', dark: true })
    const { page, t } = visitor
    const { consoleUrl } = own.server
    try {
      const path = `/#/equipmentManagement/remoteTerminal?device=${deviceId}`
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByRole('heading', { level: 1, name: t('shell.titles.remoteTerminal') }).waitFor()
      await setSshAccess(visitor, { port: device.port, password: 'right-pass' })
      await openTerminal(visitor, 'The line is slow')
      await page.getByText(t('terminals.recorded'), { exact: true }).waitFor()
      const screen = page.locator('.terminal-screen')
      await screen.getByText('gateway#').waitFor()
      await page.locator('.terminal-screen textarea:focus').waitFor()
      await page.keyboard.type('uname\n')
      await screen.getByText('Linux gateway').waitFor()
      device.show('\r\n你好\r\n')
      await screen.getByText('你好').waitFor()
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
      await screen.getByText('Linux gateway').dblclick({ force: true })
      await page.getByRole('button', { name: t('terminals.copy'), exact: true }).click()
      await page.getByText('Browser does not support copying, please copy manually.').waitFor()
      await page.locator('.terminal-screen textarea:focus').waitFor()
      await page.keyboard.type('exit\n')
      await page.getByText(t('common.reconnectQuestion')).waitFor()

      await page.goto(`${consoleUrl}/#/equipmentManagement/terminalSessions`)
      await page.getByText(t('terminals.outcome.device_closed')).first().waitFor()
      await replayLatest(visitor, 'gateway#')
      await page.keyboard.press('Escape')
      await page.locator('button:focus').getByText(t('terminals.replay'), { exact: true }).waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      await visitor.close()
    }
  })

  test.each(judgedLooks)(
    'puts to its person what the device asks beside the password: %s, dark %s, %i wide',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const asking = await startSshDevice({ username: 'root', password: '', interactive: secondFactor })
      const askingId = await makeGateway(`Gateway that asks ${language}`)
      const home = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      await home.call('PUT /api/v1/device/:deviceId/terminal/access', {
        deviceId: askingId,
        protocol: 'ssh',
        port: asking.port,
        encoding: 'utf8',
        username: 'root',
        secret: { kind: 'password', password: 'right-pass' },
      })
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      try {
        const path = `/#/equipmentManagement/remoteTerminal?device=${askingId}`
        await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
        await openTerminal(visitor, 'The line is slow')
        const question = page.getByRole('form', { name: t('terminals.question') })
        await question.getByText('<b>Look</b> at your token.').waitFor()
        await question.locator('input:focus').waitFor()
        // Closable tabs contain their close buttons: library markup.
        const found = (await findings(visitor)).filter((finding) => !finding.includes('ant-tabs-nav'))
        expect(found).toEqual([])
        await page.keyboard.type('123456')
        expect(await question.getByLabel('PIN:').getAttribute('type')).toBe('password')
        await question.getByLabel('PIN:').fill('9876')
        await page.keyboard.press('Enter')
        await page.locator('.terminal-screen').getByText('gateway#').waitFor()
        await page.locator('.terminal-screen textarea:focus').waitFor()
        expect(await question.count()).toBe(0)

        await asking.stop()
        await page.getByText(t('common.reconnectQuestion')).waitFor()
        await page.getByRole('button', { name: t('terminals.reconnect'), exact: true }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('terminals.open'), exact: true })
          .click()
        const news = page.getByRole('alert')
        await news.getByText(t('terminals.notConnected')).waitFor()
        await news.getByText(t('terminals.outcome.no_answer')).waitFor()
        await news.getByRole('button', { name: t('terminals.connectAgain'), exact: true }).waitFor()
        expect(await page.getByText(t('common.reconnectQuestion')).count()).toBe(0)
        expect(visitor.complaints).toEqual([])
      } finally {
        await visitor.close()
      }
    },
  )

  test('whose sign-in is a shared one says where the credential is, and has none to leave as it is', async () => {
    const { consoleUrl } = own.server
    const home = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
    await home.call('DELETE /api/v1/device/:deviceId/terminal/access', { deviceId })
    await home.call('POST /api/v1/device/terminal/profiles', {
      name: 'Everything',
      model: '',
      tag: '',
      protocol: 'ssh',
      port: device.port,
      encoding: 'utf8',
      username: 'root',
      secret: { kind: 'password', password: 'right-pass' },
    })
    const visitor = await visit(browser, { language: 'zh' })
    const { page, t } = visitor
    try {
      const path = `/#/equipmentManagement/remoteTerminal?device=${deviceId}`
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByRole('button', { name: t('terminals.access'), exact: true }).click()
      await page.getByText(t('terminals.secretShared.password', { name: 'Everything' })).waitFor()
      await page.getByLabel(t('terminals.secretLabel')).click()
      await page.getByTitle(t('terminals.secret.password'), { exact: true }).waitFor()
      expect(await page.getByTitle(t('terminals.secret.keep'), { exact: true }).count()).toBe(0)
    } finally {
      await visitor.close()
    }
  })

  test('is asked for, allowed by the tenant on its screen, watched and ended', async () => {
    const { consoleUrl } = own.server
    const home = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
    await home.call('PUT /api/v1/device/:deviceId/terminal/access', {
      deviceId,
      protocol: 'ssh',
      port: device.port,
      encoding: 'utf8',
      username: 'root',
      secret: { kind: 'password', password: 'right-pass' },
    })
    const rules = { ask: true, askMinutes: 5, longestMinutes: 60 }
    await home.call('PUT /api/v1/device/terminal/setting', rules)
    const [operator, tenant] = await Promise.all([
      visit(browser, { language: 'en' }),
      visit(browser, { language: 'zh', width: 390 }),
    ])
    try {
      const terminalPage = `/#/equipmentManagement/remoteTerminal?device=${deviceId}`
      const sessions = '/#/equipmentManagement/terminalSessions'
      await comeIn(operator, { consoleUrl, path: terminalPage }, 'admin', operatorPassword)
      await comeIn(tenant, { consoleUrl, path: sessions }, userName, administratorPassword)
      const { page, t } = operator
      await openTerminal(operator, 'Quarterly check')
      await page.getByText(t('terminals.askingHint', { name: 'Lobby gateway' })).waitFor()

      const of = (key: 'allow' | 'watch' | 'forceEnd') => ({
        name: tenant.t(`terminals.${key}`),
        exact: true,
      })
      const asked = tenant.page.locator('.terminal-ask')
      await asked.getByText('Quarterly check').waitFor()
      await asked.getByRole('button', of('allow')).click()
      await page.locator('.terminal-screen').getByText('gateway#').waitFor()
      await tenant.page.getByRole('button', of('watch')).first().click()
      await tenant.page.locator('.terminal-replay').getByText('gateway#').waitFor()
      await page.getByText(t('terminals.watchedBy', { names: 'Li Wei' })).waitFor()
      await tenant.page.locator('.ant-drawer').getByRole('button', of('forceEnd')).click()
      await tenant.page.locator('.ant-modal-confirm').getByRole('button', of('forceEnd')).click()
      await tenant.page.getByText(tenant.t('terminals.watchOver')).waitFor()
      await page.getByRole('alert').getByText(t('terminals.outcome.ended_by_administrator')).waitFor()
      await page.getByRole('button', { name: t('terminals.connectAgain'), exact: true }).waitFor()
      expect(await page.getByText(t('common.reconnectQuestion')).count()).toBe(0)
      expect([...operator.complaints, ...tenant.complaints]).toEqual([])
    } finally {
      await operator.close()
      await tenant.close()
    }
  })
})
