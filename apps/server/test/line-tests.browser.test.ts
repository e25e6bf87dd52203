import { beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A test of a line that somebody asks for: begun, left, found again with its result. */

const times = Array.from({ length: 20 }, (_, at) => (at === 7 ? null : 18 + 5 * Math.sin(at)))
const pinged = {
  kind: 'icmp',
  key: 'asked',
  method: 'fping',
  address: '203.0.113.7',
  passed: true,
  problem: null,
  times,
}

describe.skipIf(browserPath === null)('tests of lines', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const people = { zh: { name: '', lineId: '' }, en: { name: '', lineId: '' } }

  beforeAll(async () => {
    const { own } = journey
    ;({ consoleUrl } = own.server)
    await own.sql.query(`update product set state = 'normal' where code = 'link_testing'`)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-tests`)
      await own.sql.query(
        `update company set products = products || array['link_testing']
         where id = $1 and not ('link_testing' = any (products))`,
        [companyId],
      )
      await own.sql.query(
        `update entitlement set granted = 1000 where company_id = $1 and kind in ('outlets', 'internet_lines')`,
        [companyId],
      )
      const { rows } = await own.sql.query<{ id: string }>(
        `with o as (insert into outlet (company_id, name) values ($1, 'Nanjing Road') returning id)
         insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, addressing, ip_address)
         select $1, o.id, 'Fibre', 'telecom', 'broadband', 300, 50, 'static', '203.0.113.7' from o returning id::text`,
        [companyId],
      )
      const lineId = rows[0]!.id
      people[language] = { name: userName, lineId }
      await own.sql.query(
        `insert into line_run (company_id, line_id, kind, vantage, target, state, result, give_up_at, created_by_name, ended_at)
         values ($1, $2, 'icmp', 'server', '', 'done', $3, now(), 'ops', now())`,
        [companyId, lineId, JSON.stringify(pinged)],
      )
    }
  })

  test.each(judgedLooks)(
    'a test is begun and found again (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const { name, lineId } = people[language]
      const path = `/#/operationsMonitoring/lines/${lineId}?tab=tests`
      await comeIn(visitor, { consoleUrl, path }, name, administratorPassword)
      await page
        .getByRole('button', { name: `${t('lineTests.show')} ICMP` })
        .first()
        .waitFor()
      await judge('list')
      await page
        .getByRole('button', { name: `${t('lineTests.show')} ICMP` })
        .first()
        .click()
      const result = page.getByRole('dialog')
      await result.getByText('20 / 19', { exact: true }).waitFor()
      await judge('result')
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: t('lineTests.run'), exact: true })
        .first()
        .click()
      const form = page.getByRole('dialog').filter({ hasText: t('lineTests.runHint') })
      await form.waitFor()
      await judge('form')
      await form.getByRole('button', { name: t('lineTests.run'), exact: true }).click()
      await page.getByRole('dialog').getByText(t('lineTests.startedBy')).waitFor()
      await page.goto(`${consoleUrl}/#/operationsMonitoring/lines/tests`)
      await page.getByRole('button', { name: t('lineTests.manyAll') }).click()
      await page.getByText(t('lineTests.manyHint')).waitFor()
      expect(found).toEqual({ list: [], result: [], form: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )
})
