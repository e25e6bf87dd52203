import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, freePort, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** From a datagram of a switch to a line of the list. */

const patience = { timeout: 60_000 }
const hostile = `<img src=x onerror="document.title='owned'">`
const addresses = { zh: '127.6.0.1', en: '127.6.0.2' }

describe.skipIf(browserPath === null)('syslog', () => {
  let browser: Browser
  let own: OwnServer
  let consoleUrl: string
  let port: number
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    port = await freePort()
    const ranges = Object.entries(addresses).map(([code, address]) => `${address}/32=${code}-logs`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_DEVICE_RANGES: ranges.join(','), NETWARD_SYSLOG_PORT: String(port) }),
    ])
    ;({ consoleUrl } = own.server)
    const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-logs`)
      companies[language] = userName
      await operator.call('POST /api/v1/licence', { companyId, kind: 'devices', quantity: 100 })
      const person = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      await person.call('POST /monitor/api/v1/device', {
        driver: 'none',
        brand: 'Huawei',
        modelName: 'S5735',
        name: 'core-1',
        type: 'switch',
        ipAddress: addresses[language],
      })
    }
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
  })

  async function send(address: string, ...lines: string[]): Promise<void> {
    const socket = createSocket('udp4')
    socket.bind(0, address)
    await once(socket, 'listening')
    for (const line of lines)
      await new Promise((resolve) => {
        socket.send(line, port, '127.0.0.1', resolve)
      })
    socket.close()
  }

  test.each(judgedLooks)(
    'messages are followed live, filtered, and shown with their device (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const path = '/#/operationsMonitoring/syslog'
      await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
      await page.getByText(t('syslog.none'), { exact: true }).waitFor(patience)
      const live = page.getByRole('switch', { name: t('syslog.live') })
      await live.click()
      await send(
        addresses[language],
        '<187>Nov 27 2026 07:25:06 core %%01IFNET/4/IF_STATE(l)[12]: Interface GE0/0/1 has turned into DOWN state.',
        `<190>Nov 27 2026 07:25:07 core %%01SHELL/5/CMDRECORD(s)[13]: ${hostile}`,
        ...Array.from(
          { length: 20 },
          (_, n) => `<188>Nov 27 2026 07:25:08 core %%01ARP/4/ARP_DUPLICATE(l)[${n}]: a duplicate`,
        ),
      )
      await page.getByText(hostile, { exact: false }).first().waitFor(patience)
      await live.click()
      await judge('list')
      await page.goto(`${consoleUrl}/#/operationsMonitoring/syslog?severity=error`)
      await page.getByText('GE0/0/1', { exact: false }).first().waitFor(patience)
      await page.getByText(hostile, { exact: false }).first().waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'core-1', exact: true }).first().click()
      await page.getByRole('tab', { name: t('syslog.tab'), exact: true }).click()
      await page.getByText('GE0/0/1', { exact: false }).first().waitFor(patience)
      await judge('device')
      expect(await page.title()).not.toContain('owned')
      expect(found).toEqual({ list: [], device: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
