import { type SshDevice, startSshDevice } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, comeIn, launchBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** A terminal, from how the device is entered to the replay of what was seen. */

describe.skipIf(browserPath === null)('a terminal', () => {
  let browser: Browser
  let own: OwnServer
  let device: SshDevice
  let userName: string
  let deviceId: string

  beforeAll(async () => {
    browser = await launchBrowser()
    own = await startOwnServer({ NETWARD_DEVICE_RANGES: '127.0.0.0/8' })
    device = await startSshDevice({ username: 'root', password: 'right-pass' })
    const made = await makeAdministrator(own.server.consoleUrl, 'terminals')
    userName = made.userName
    const { rows } = await own.sql.query<{ id: string }>(
      `with d as (insert into device (company_id, name, type, oui, serial_number)
         values ($1, 'Lobby gateway', 'smart_cpe', 'AABBCC', 'SN1') returning id),
       g as (insert into gateway (device_id, company_id, username, last_address) select id, $1, 'lobby', '127.0.0.1' from d)
       select id::text from d`,
      [made.companyId],
    )
    deviceId = rows[0]!.id
  })
  afterAll(async () => {
    await device.stop()
    await browser.close()
    await own.stop()
  })

  test.each(['zh', 'en'] as const)('is opened, worked in and replayed (%s)', async (language) => {
    const dark = language === 'en'
    const visitor = await visit(browser, { language, dark })
    const { page, t } = visitor
    const { consoleUrl } = own.server
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    try {
      const path = `/#/equipmentManagement/remoteTerminal?device=${deviceId}`
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByRole('heading', { level: 1, name: t('shell.titles.remoteTerminal') }).waitFor()
      if (language === 'zh') {
        await button(t('terminals.access')).click()
        await page.getByLabel(t('terminals.port')).fill(String(device.port))
        await page.getByLabel(t('terminals.username'), { exact: true }).fill('root')
        await page.getByLabel(t('terminals.secretLabel')).click()
        await page.getByTitle(t('terminals.secret.password'), { exact: true }).click()
        await page.locator('input[type=password]').fill('right-pass')
        await button(t('common.save')).click()
        await page.getByText(t('common.saved')).waitFor()
      }
      await button(t('terminals.open')).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('terminals.reason')).fill('The line is slow')
      await drawer.getByRole('button', { name: t('terminals.open'), exact: true }).click()
      await page.getByText(t('terminals.recorded'), { exact: true }).waitFor()
      const screen = page.locator('.terminal-screen')
      await screen.getByText('gateway#').waitFor()
      await page.locator('.terminal-screen textarea').focus()
      await page.keyboard.type('uname\n')
      await screen.getByText('Linux gateway').waitFor()
      device.show('\r\n你好\r\n')
      await screen.getByText('你好').waitFor()
      await page.keyboard.type('exit\n')
      await page.getByText(t('common.reconnectQuestion')).waitFor()

      await page.goto(`${consoleUrl}/#/equipmentManagement/terminalSessions`)
      await page.getByText(t('terminals.outcome.device_closed')).first().waitFor()
      await button(t('terminals.replay')).first().click()
      await page.locator('.terminal-replay').getByText('gateway#').first().waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      await visitor.close()
    }
  })
})
