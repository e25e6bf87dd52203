import { type SshDevice, startSshDevice, vrpAnswers, vrpConfiguration, vrpPrompt } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** From a switch without a sign-in to a comparison of what it runs and what it ran. */

const patience = { timeout: 60_000 }
/** Content of a configuration is rendered as text. */
const hostile = `<img src=x onerror="document.title='owned'">`

describe.skipIf(browserPath === null)('configuration backups', () => {
  let browser: Browser
  let own: OwnServer
  let consoleUrl: string
  let ssh: SshDevice
  let running = ''
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    ssh = await startSshDevice({
      username: 'backup',
      password: 'right-pass',
      prompt: vrpPrompt('core'),
      answers: vrpAnswers(() => running),
    })
    const codes = ['zh-core', 'en-core'].map((code) => `127.0.0.0/8=${code}`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_DEVICE_RANGES: codes.join(',') }),
    ])
    ;({ consoleUrl } = own.server)
    const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-core`)
      companies[language] = userName
      await operator.call('POST /api/v1/licence', { companyId, kind: 'devices', quantity: 100 })
      const person = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      const record = { driver: 'none', brand: 'Huawei', modelName: 'S5735' } as const
      await person.call('POST /monitor/api/v1/device', {
        ...record,
        name: 'core-1',
        type: 'switch',
        ipAddress: '127.0.0.1',
      })
      await person.call('POST /monitor/api/v1/device', { ...record, name: 'edge-1', type: 'router' })
    }
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop(), ssh.stop()])
  })

  test.each(judgedLooks)(
    'a switch is signed in to, backed up twice, compared and shown (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      running = vrpConfiguration('core')
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const path = '/#/equipmentManagement/configurations'
      await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
      await page.getByRole('link', { name: 'core-1', exact: true }).first().click(patience)
      await page.getByText(t('configurations.noVersions'), { exact: true }).waitFor(patience)
      await judge('nothing yet')

      await button(t('configurations.signIn')).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('terminals.port'), { exact: true }).fill(String(ssh.port))
      await drawer.getByLabel(t('terminals.username'), { exact: true }).fill('backup')
      await drawer.getByLabel(t('terminals.secretLabel'), { exact: true }).click()
      await page
        .locator('.ant-select-item-option')
        .filter({ hasText: t('terminals.secret.password') })
        .click()
      await drawer.getByLabel(t('terminals.password'), { exact: true }).fill('right-pass')
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await drawer.waitFor({ state: 'detached' })

      const view = button(t('configurations.view'))
      await button(t('configurations.backUp')).click()
      await view.first().waitFor(patience)
      await button(t('configurations.backUp')).waitFor(patience)
      running = vrpConfiguration('core', { vlans: [10, 20] }).replace('#', `#\nheader login ${hostile}\n#`)
      await button(t('configurations.backUp')).click()
      await expect.poll(() => view.count(), patience).toBe(2)
      await judge('versions')

      await button(t('configurations.compareWith')).click()
      await drawer.getByText(t('configurations.added', { count: 6 }), { exact: true }).waitFor()
      await drawer.getByText('interface Vlanif20', { exact: false }).first().waitFor()
      await judge('compared')
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })

      await view.first().click()
      const text = drawer.locator('pre')
      await text.waitFor()
      expect(await text.textContent()).toContain(hostile)
      expect(await text.textContent()).not.toContain('$1c$')
      await judge('shown')
      await drawer.getByRole('button', { name: t('configurations.reveal'), exact: true }).click()
      await page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: t('configurations.reveal'), exact: true })
        .click()
      await expect.poll(() => text.textContent()).toContain('$1c$')
      await page.keyboard.press('Escape')

      await page.goto(`${consoleUrl}/#/equipmentManagement/configurations`)
      await page
        .getByRole('navigation', { name: t('configurations.summary') })
        .getByRole('link', { name: t('configurations.changedWeek') })
        .click()
      await page.getByRole('link', { name: 'edge-1', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'core-1', exact: true }).first().waitFor()
      await judge('changed since')
      expect(await page.title()).not.toContain('owned')
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((what) => [what, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
