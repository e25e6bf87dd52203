import { SimulatedAgent, switchMib } from '@netward/testkit'
import { describe, expect, test } from 'vitest'
import { ProbeProcess } from '../src/modules/probes/probe-process.fixture.ts'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From a new probe, over its installation, to a device behind it, and its end. */

describe.skipIf(browserPath === null)('outlet probes', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a probe is added, installed, and revoked (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `probe-${language}`)
      await journey.own.sql.query(`insert into outlet (company_id, name) values ($1, 'Nanjing Road')`, [
        companyId,
      ])
      const agent = await SimulatedAgent.start({ mib: switchMib({ interfaces: 4, name: 'floor 1' }) })
      await journey.own.sql.query(
        `with d as (
           insert into device (company_id, name, type, driver, ip_address, port, outlet_id, polling)
           select $1, 'Floor 1', 'switch', 'snmp', $2, $3, id, 'not_allowed' from outlet where company_id = $1 returning id)
         insert into device_polling (company_id, device_id, state) select $1, id, 'not_allowed' from d`,
        [companyId, agent.address, agent.port],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const list = '/#/operationsMonitoring/probes'
      await comeIn(visitor, { consoleUrl, path: list }, userName, administratorPassword)
      await page.getByText(t('probes.none'), { exact: true }).waitFor()
      await judge('nothing')
      await page
        .getByRole('button', { name: t('probes.add') })
        .first()
        .click()
      const drawer = page.locator('.ant-drawer-open')
      await drawer.getByLabel(t('probes.name'), { exact: true }).fill('Nanjing Road')
      await drawer.getByLabel(t('probes.outlet'), { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: 'Nanjing Road' }).click()
      await drawer.getByLabel(t('probes.ranges'), { exact: true }).fill('127.0.0.0/8')
      await page.keyboard.press('Enter')
      await judge('drawer')
      await drawer.locator('button[type=submit]').click()

      const setup = page.getByRole('dialog', { name: t('probes.installOf', { name: 'Nanjing Road' }) })
      const command = (await setup.locator('pre').first().textContent()) ?? ''
      const [, token = ''] = /--token (\S+)/.exec(command) ?? []
      const [, sha256 = ''] = /'([0-9a-f]{64})  netward-probe\.mjs'/.exec(command) ?? []
      expect(token).toMatch(/^nwp_/)
      expect(sha256).not.toBe('')
      await judge('setup')
      await setup
        .getByRole('button', { name: /close|关闭/i })
        .first()
        .click()

      const probe = new ProbeProcess()
      const options = ['--server', consoleUrl, '--token', token, '--range', '127.0.0.0/8', '--allow-loopback']
      expect({ code: await probe.enrol(options), said: probe.said }).toMatchObject({ code: 0 })
      probe.run()
      // The list is open, and sees it.
      const connected = page.locator('.status-tag', { hasText: t('probes.standings.connected') })
      await connected.first().waitFor()
      await judge('list')
      await page.getByRole('link', { name: 'Nanjing Road', exact: true }).first().click()
      await page.getByRole('heading', { name: 'Nanjing Road' }).waitFor()
      await page.getByText(t('probes.clockRight'), { exact: true }).waitFor()
      await judge('detail')

      await page.getByRole('button', { name: t('probes.revoke'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('probes.revoke'), exact: true })
        .click()
      await page.locator('.status-tag', { hasText: t('probes.standings.revoked') }).waitFor()
      await expect.poll(() => probe.said).toContain('the server refuses this probe')
      expect(found).toEqual({ nothing: [], drawer: [], setup: [], list: [], detail: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
      await probe.remove()
      agent.stop()
    },
    120_000,
  )
})
