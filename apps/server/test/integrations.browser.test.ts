import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** A group robot: added, tested, and edited from a filtered list that stays as it was. */

const list = '/#/systemSettings/dockingManagement'

describe.skipIf(browserPath === null)('integrations', () => {
  let browser: Browser
  let own: OwnServer
  let group: Server

  beforeAll(async () => {
    group = createServer((request, response) => {
      request.resume()
      response.end(
        request.url?.endsWith('good') === true ? '{"errcode":0}' : '{"errcode":93000,"errmsg":"bad key"}',
      )
    })
    await new Promise<void>((resolve) => group.listen(0, '127.0.0.1', resolve))
    const ranges = judgedLooks.map(([language, , width]) => `127.0.0.0/8=ch-${language}-${width}`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_OUTGOING_RANGES: ranges.join(',') }),
    ])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
    await new Promise((resolve) => group.close(resolve))
  })

  test.each(judgedLooks)(
    'a robot is added, tested and edited (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `ch-${language}-${width}`)
      const address = `http://127.0.0.1:${(group.address() as AddressInfo).port}/send?key=`
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await comeIn(visitor, { consoleUrl, path: list }, userName, administratorPassword)
      await judge('empty list')

      // The kind that the specification has as default.
      await page.goto(`${consoleUrl}${list}/edit`)
      await page.getByLabel(t('signOn.fields.wecom.corpId.label'), { exact: true }).waitFor()
      await page.goto(`${consoleUrl}${list}/edit?channel=12`)
      await button(t('integrations.kinds.robot')).click()
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Night watch')
      await page.getByLabel(t('integrations.robot.address'), { exact: true }).fill(`${address}bad`)
      await judge('form')
      expect(await page.title()).toContain(t('shell.titles.dockingAdd'))
      await button(t('common.save')).click()
      await button(`${t('integrations.test')} Night watch`).click()
      await page.getByText(t('integrations.failures.credentials')).waitFor()
      await page.getByText(t('integrations.states.failing'), { exact: true }).first().waitFor()

      await page.goto(`${consoleUrl}${list}/edit?channel=5`)
      await page.getByText(t('integrations.mail.signIns.microsoft'), { exact: true }).click()
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Office mail')
      await page.getByLabel(t('integrations.mail.host'), { exact: true }).fill('smtp.office365.com')
      await page.getByLabel(t('integrations.mail.user'), { exact: true }).fill('alarms@example.test')
      await page.getByLabel(t('integrations.mail.from'), { exact: true }).fill('alarms@example.test')
      await page.getByLabel(t('integrations.mail.tenantId'), { exact: true }).fill('example.test')
      await page.getByText(t('integrations.mail.tenantIdWrong'), { exact: true }).waitFor()
      await page
        .getByLabel(t('integrations.mail.tenantId'), { exact: true })
        .fill('7e1f8a4c-2f0f-4b8e-9a52-5a7f0f4a1c11')
      await page.getByLabel(t('integrations.mail.clientId'), { exact: true }).fill('app')
      await page.getByLabel(t('integrations.mail.clientSecret'), { exact: true }).fill('s3cr3t')
      await judge('mail by tokens')
      await button(t('common.save')).click()
      await page.getByText('Office mail', { exact: true }).first().waitFor()
      await button(`${t('integrations.edit')} Office mail`).click()
      await page.getByText(t('integrations.mail.signIns.google'), { exact: true }).click()
      await page.getByLabel(t('integrations.mail.serviceAccount'), { exact: true }).waitFor()
      await judge('mail by a service account')

      await own.sql.query(
        `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
         select $1, 11, 'Hook ' || n, '{}', '', 'hooks.example.test', 'Wang' from generate_series(10, 40) n`,
        [companyId],
      )
      const filtered = `${list}?state=failing&sort=-name`
      await page.goto(`${consoleUrl}${filtered}`)
      await button(`${t('integrations.edit')} Night watch`).click()
      await page.getByRole('alert').getByText('93000: bad key').first().waitFor()
      expect(await page.title()).toContain(t('shell.titles.dockingEdit'))
      await judge('failing channel')
      // Its address is never shown again; left empty it stays.
      expect(await page.getByLabel(t('integrations.robot.address'), { exact: true }).inputValue()).toBe('')
      await page.getByLabel(t('integrations.robot.address'), { exact: true }).fill(`${address}good`)
      await button(t('common.save')).click()
      await page.waitForURL(`**${filtered}`)
      await page.locator('[aria-current="true"]', { hasText: 'Night watch' }).waitFor()
      await button(`${t('integrations.test')} Night watch`).click()
      await page.getByText(t('integrations.testDone')).waitFor()

      // Entered from elsewhere the list is fresh.
      await page.goto(`${consoleUrl}/#/systemSettings/personalInformation`)
      await page.getByRole('heading', { level: 1, name: t('shell.titles.personalInformation') }).waitFor()
      await page.goto(`${consoleUrl}${list}`)
      await page.getByText('Hook 10', { exact: true }).waitFor()
      expect(await page.locator('[aria-current="true"]', { hasText: 'Night watch' }).count()).toBe(0)
      await judge('list')
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
