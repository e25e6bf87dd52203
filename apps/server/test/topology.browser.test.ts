import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { isSettled, judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** From what devices see around them to a drawing that somebody arranges and takes along. */

const patience = { timeout: 60_000 }
const hostile = `<img src=x onerror="document.title='owned'">`

interface Arranged {
  readonly name: string
  readonly type: string
  readonly number: number
}

const estate: readonly Arranged[] = [
  { name: 'gateway', type: 'smart_cpe', number: 1 },
  { name: 'core-switch', type: 'switch', number: 2 },
  { name: 'access-switch', type: 'switch', number: 3 },
  { name: 'ap-hall', type: 'wireless_ap', number: 4 },
  { name: 'ap-store', type: 'wireless_ap', number: 5 },
  { name: 'printer', type: 'printer', number: 6 },
  { name: hostile, type: 'other', number: 7 },
]
const macOf = (number: number) => `04:4a:6c:00:00:0${number}`
const hears = (number: number, here: string, there: string) => ({
  protocol: 'lldp',
  interface: here,
  name: '',
  port: there,
  chassisId: macOf(number),
  description: '',
  address: null,
})

describe.skipIf(browserPath === null)('topology', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const companies = { zh: { userName: '', outletId: '' }, en: { userName: '', outletId: '' } }
  const ids = new Map<string, string>()
  let minutes = 0

  /** A reading of what a device sees, each later than the last. */
  async function reads(deviceId: string | undefined, more: object): Promise<void> {
    minutes += 1
    const content = {
      neighbours: [],
      stations: [],
      addresses: [],
      power: [],
      speaksLldp: true,
      incomplete: false,
      ...more,
    }
    await journey.own.sql.query(
      `select note_neighbourhood($1, now() - interval '1 day' + make_interval(mins => $2), $3)`,
      [deviceId, minutes, JSON.stringify(content)],
    )
  }

  async function arrange(code: string, companyId: string): Promise<string> {
    const { rows } = await journey.own.sql.query<{ id: string }>(
      `insert into outlet (company_id, name) values ($1, 'North shop') returning id::text`,
      [companyId],
    )
    const outletId = rows[0]!.id
    await journey.own.sql.query(
      `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
       values ($1, $2, 'Fibre', 'telecom', 'broadband', 500, 100)`,
      [companyId, outletId],
    )
    for (const { name, type, number } of estate) {
      const { rows: made } = await journey.own.sql.query<{ id: string }>(
        `insert into device (company_id, outlet_id, name, type, driver, mac_address, presence, serial_number, model_name)
         values ($1, $2, $3, $4, case $4 when 'smart_cpe' then 'cwmp' else 'snmp' end, $5, $6, $7, 'S5735-L24') returning id::text`,
        [
          companyId,
          outletId,
          name,
          type,
          macOf(number),
          number === 5 ? 'offline' : 'online',
          `${code}${number}`,
        ],
      )
      const id = made[0]!.id
      ids.set(`${code} ${number}`, id)
      await journey.own.sql.query('insert into device_polling (device_id, company_id) values ($1, $2)', [
        id,
        companyId,
      ])
      await journey.own.sql.query(
        `insert into device_interface (company_id, device_id, key, index, name, state, speed, vlan, tagged_vlans)
         select $1, $2, 'GigabitEthernet0/0/' || n, n, 'GigabitEthernet0/0/' || n, 'up', 1e9, 20, '{30,31,32,40}'
         from generate_series(1, 4) n`,
        [companyId, id],
      )
    }
    return outletId
  }

  const port = (at: number) => `GigabitEthernet0/0/${at}`
  /** The core sees the access switch, which sees the rest. */
  async function readAll(code: string, { isAccessThere = true, neighbour = false } = {}): Promise<void> {
    await reads(ids.get(`${code} 2`), {
      neighbours: [
        ...(isAccessThere ? [hears(3, port(1), port(4))] : []),
        ...(neighbour ? [{ ...hears(9, port(3), 'eth0'), name: 'stranger' }] : []),
      ],
      stations: [{ interface: port(2), vlan: 20, macs: [macOf(1)], others: 0 }],
    })
    if (!isAccessThere) return
    await reads(ids.get(`${code} 3`), {
      neighbours: [hears(2, port(4), port(1))],
      stations: [
        { interface: port(1), vlan: 20, macs: [macOf(4)], others: 12 },
        { interface: port(2), vlan: 20, macs: [macOf(5), macOf(6)], others: 3 },
        { interface: port(3), vlan: 20, macs: [macOf(7)], others: 0 },
      ],
    })
  }

  beforeAll(async () => {
    ;({ consoleUrl } = journey.own.server)
    const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-shops`)
      for (const kind of ['devices', 'outlets', 'internet_lines'] as const)
        await operator.call('POST /api/v1/licence', { companyId, kind, quantity: 100 })
      companies[language] = { userName, outletId: await arrange(language, companyId) }
      await readAll(language)
    }
  })

  const derived = (outletId: string, what: string) =>
    expect
      .poll(
        async () =>
          (await journey.own.sql.query(`select 1 from topology where outlet_id = $1 and ${what}`, [outletId]))
            .rowCount,
        patience,
      )
      .toBe(1)

  test.each(judgedLooks)(
    'an outlet is drawn, arranged, exported, and what changes is said (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { userName, outletId } = companies[language]
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await derived(outletId, 'links = 8')
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/equipmentManagement/topology' },
        userName,
        administratorPassword,
      )
      await page.getByText('North shop', { exact: true }).waitFor(patience)
      await judge('matrix')
      await page.getByText('North shop', { exact: true }).click()
      const drawing = page.getByRole('group', {
        name: t('topology.drawing', { outlet: 'North shop' }),
        exact: true,
      })
      await drawing.waitFor(patience)
      expect(await drawing.locator('[data-node]').count()).toBe(9)
      expect(await drawing.locator('[data-link]').count()).toBe(8)
      await judge('drawing')

      await drawing.locator('[data-link]').filter({ hasText: 'GE0/0/4' }).first().dispatchEvent('click')
      await page
        .getByText('20 (tagged: 30-32, 40)')
        .or(page.getByText('20（tagged：30-32, 40）'))
        .first()
        .waitFor(patience)

      const printer = drawing.locator(`[data-node="d${ids.get(`${language} 6`)}"]`)
      const before = await printer.getAttribute('transform')
      await printer.focus()
      await printer.press('ArrowRight')
      await printer.press('ArrowDown')
      await page.getByText(t('topology.moved'), { exact: true }).first().waitFor(patience)
      const box = (await printer.boundingBox())!
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 2 + 30, box.y + box.height / 2 + 20, { steps: 3 })
      await page.mouse.up()
      await isSettled(visitor)
      const after = await printer.getAttribute('transform')
      expect(after).not.toBe(before)
      // What somebody else does counts, also for a node that was moved here.
      const node = `d${ids.get(`${language} 6`)}`
      const colleague = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      const place = (x: number, y: number) =>
        colleague.call('PUT /monitor/api/v1/topology/outlet/:outletId/positions', {
          outletId,
          positions: [{ node, x, y }],
        })
      await place(-200, 300)
      await expect
        .poll(() => printer.getAttribute('transform'), patience)
        .toBe(`translate(${-200 - 148 / 2} ${300 - 52 / 2})`)
      const [, x, y] = /translate\((\S+) (\S+)\)/.exec(after ?? '') ?? []
      await place(Math.round(Number(x) + 148 / 2), Math.round(Number(y) + 52 / 2))
      await page.reload()
      await expect.poll(() => printer.getAttribute('transform')).toMatch(/^translate\(/)
      const distance = ([one, other]: string[]) => {
        const numbers = (text = '') => [...text.matchAll(/-?[\d.]+/g)].map(Number)
        return Math.hypot(...numbers(one).map((value, at) => value - (numbers(other)[at] ?? 0)))
      }
      expect(distance([after ?? '', (await printer.getAttribute('transform')) ?? ''])).toBeLessThan(2)

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('topology.png'), exact: true }).click(),
      ])
      const png = await readFile(await download.path())
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.readUInt32BE(16)).toBeGreaterThan(600)

      for (let reading = 0; reading < 2; reading += 1) {
        await readAll(language, { isAccessThere: false, neighbour: true })
        await derived(
          outletId,
          `derived_at > now() - interval '40 seconds' and not exists (select from topology_due d where d.outlet_id = topology.outlet_id)`,
        )
      }
      await page
        .getByText(t('devices.timeline.neighbour.gone', { name: 'access-switch', interface: port(1) }))
        .first()
        .waitFor(patience)
      await page
        .getByText(t('devices.timeline.neighbour.new', { name: 'stranger', interface: port(3) }))
        .first()
        .waitFor(patience)
      await judge('changes')
      expect(await page.title()).not.toContain('owned')
      expect(found).toEqual({ matrix: [], drawing: [], changes: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    240_000,
  )
})
