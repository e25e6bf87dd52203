import { faults, SimulatedAgent, switchMib } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** From a range of addresses to devices in a list. */

const patience = { timeout: 60_000 }
const community = 'swordfish'
/** Strings of a device are rendered as text. */
const hostile = `<img src=x onerror="document.title='owned'">`
const printer = {
  objectId: '1.3.6.1.4.1.11.2.3.9.1',
  description: 'HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD153,EEPROM JSI24050012',
}
const counts = { switches: 26, printers: 10, broken: 3, refusing: 1 }

/** 40 agents on addresses of their own: switches, printers, broken ones, and one with another community. */
async function startEstate(network: string): Promise<{ agents: SimulatedAgent[]; port: number }> {
  const agents: SimulatedAgent[] = []
  const add = async (options: Parameters<typeof switchMib>[0], more: object = {}) => {
    const number = agents.length + 1
    agents.push(
      await SimulatedAgent.start({
        mib: switchMib({ ...options, number }),
        address: `${network}.${number}`,
        community,
        seed: number,
        ...(agents[0] === undefined ? {} : { port: agents[0].port }),
        ...more,
      }),
    )
  }
  await add({ interfaces: 4, name: hostile })
  for (let at = 2; at <= counts.switches; at += 1) await add({ interfaces: 4, name: `switch-${at}` })
  for (let at = 1; at <= counts.printers; at += 1)
    await add({ ...printer, interfaces: 1, name: `printer-${at}` })
  for (const fault of [
    faults.endless('1.3.6.1.2.1.2.2.1.1'),
    faults.stuck('1.3.6.1.2.1.2.2.1'),
    faults.wrongTypes('1.3.6.1.2.1.2.2.1'),
  ])
    await add({ interfaces: 4, name: 'broken' }, { fault })
  await add({ interfaces: 4, name: 'secret' }, { community: 'other' })
  return { agents, port: agents[0]?.port ?? 0 }
}

describe.skipIf(browserPath === null)('discovery', () => {
  let browser: Browser
  let own: OwnServer
  let consoleUrl: string
  const networks = { zh: '127.77.1', en: '127.77.2' }
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    const ranges = Object.entries(networks).map(([code, network]) => `${network}.0/24=${code}-shops`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_DEVICE_RANGES: ranges.join(',') }),
    ])
    ;({ consoleUrl } = own.server)
    const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-shops`)
      companies[language] = userName
      await operator.call('POST /api/v1/licence', { companyId, kind: 'devices', quantity: 100 })
      const person = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      await person.call('POST /monitor/api/v1/snmp/credential', {
        name: 'read-only',
        version: 'v2c',
        community,
      })
    }
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
  })

  test.each(judgedLooks)(
    '40 agents of a range are found, taken in by rule and by hand (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const network = networks[language]
      const { agents, port } = await startEstate(network)
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const save = () =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: t('common.save'), exact: true })
          .click()
      const { found, judge } = judging(visitor)
      try {
        const path = '/#/equipmentManagement/discovery/rules'
        await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
        await page
          .getByRole('button', { name: t('discovery.rules.add') })
          .first()
          .click(patience)
        const drawer = page.getByRole('dialog')
        await drawer.getByLabel(t('discovery.rules.name'), { exact: true }).fill('printers')
        await drawer.getByLabel(t('equipment.type'), { exact: true }).click()
        await page
          .locator('.ant-select-item-option')
          .filter({ hasText: t('equipment.types.printer') })
          .click()
        await save()
        await drawer.waitFor({ state: 'detached' })
        await judge('rules')

        await page.goto(`${consoleUrl}/#/equipmentManagement/discovery`)
        await page
          .getByRole('button', { name: t('discovery.add') })
          .first()
          .click()
        await drawer.getByLabel(t('discovery.name'), { exact: true }).fill('shop')
        const ranges = drawer.getByLabel(t('discovery.ranges'), { exact: true })
        const others = `${networks[language === 'zh' ? 'en' : 'zh']}.0/26`
        await ranges.fill(others)
        await ranges.press('Enter')
        await drawer.getByLabel(t('discovery.port'), { exact: true }).fill(String(port))
        await drawer.getByLabel(t('discovery.rate'), { exact: true }).fill('200')
        await save()
        await drawer
          .getByText(t('errors.discovery.range_not_given', { range: others }))
          .first()
          .waitFor()
        await judge('refused')
        await ranges.press('Backspace')
        await ranges.fill(`${network}.0/26`)
        await ranges.press('Enter')
        await save()
        await drawer.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: `${t('discovery.moves.start')} shop`, exact: true }).click()
        await page.getByRole('link', { name: 'shop', exact: true }).first().click()
        await page.getByText(t('discovery.states.done'), { exact: true }).waitFor(patience)
        await page
          .getByText(t('discovery.takenByRule', { count: counts.printers }), { exact: true })
          .waitFor(patience)
        await page.getByText(hostile, { exact: true }).first().waitFor()
        await judge('finds')

        await page.getByRole('button', { name: `${t('discovery.take')} ${network}.1`, exact: true }).click()
        expect(await drawer.getByLabel(t('equipment.name'), { exact: true }).inputValue()).toBe(hostile)
        await judge('take')
        await save()
        await drawer.waitFor({ state: 'detached' })
        await page.goto(`${consoleUrl}/#/equipmentManagement/deviceList?search=onerror`)
        await page.getByRole('link', { name: hostile, exact: true }).first().waitFor(patience)

        const { rows } = await own.sql.query<{ state: string; count: number }>(
          `select state, count(*)::int as count from discovery_find f join company c on c.id = f.company_id
            where c.code = $1 and answers = 'snmp' group by state`,
          [`${language}-shops`],
        )
        const byState = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
        expect(byState['taken']).toBe(counts.printers + 1)
        expect(await page.title()).not.toContain('owned')
        expect(found).toEqual(Object.fromEntries(Object.keys(found).map((what) => [what, []])))
        // That is the refused range.
        expect(visitor.complaints.filter((text) => !text.includes('422'))).toEqual([])
      } finally {
        for (const agent of agents) agent.stop()
        await visitor.close()
      }
    },
    180_000,
  )
})
