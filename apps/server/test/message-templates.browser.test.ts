import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A company words its messages, and finds out who would not receive them. */

describe.skipIf(browserPath === null)('messages', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a text is corrected, previewed and saved, and a monthly test is confirmed (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { sql } = journey.own
      const { companyId, userName } = await makeAdministrator(consoleUrl, `words-${language}`)
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const path = '/#/operationsMonitoring/noticeRules'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await button(t('shell.titles.noticeTemplates')).click()

      const line = page.getByLabel(t('notices.templates.line'), { exact: true })
      await line.fill('{{ severity }}\n{{ devise }}')
      await button(t('notices.templates.preview')).click()
      await page
        .getByText(/devise/)
        .last()
        .waitFor()
      await judge('fault')
      await line.fill('{{ outlet }}: {{ device | upcase }} {{ event }}')
      await button(t('notices.templates.preview')).click()
      await page.getByText('GW-0001', { exact: false }).last().waitFor()
      await button(t('common.save')).click()
      await button(t('notices.templates.reset')).waitFor()
      await page.getByText(t('notices.templates.own'), { exact: true }).waitFor()
      await judge('own text')

      const { rows } = await sql.query<{ id: string }>(
        `with r as (insert into rota (company_id, name, time_zone, edited_by) values ($1, 'Network', 'Asia/Shanghai', 'x') returning id),
         l as (insert into rota_layer (company_id, rota_id, position, name, starts_on, handover_minute, period, length)
           select $1, id, 0, 'First', '2026-01-05', 540, 'week', 1 from r),
         u as (insert into rota_turn (company_id, rota_id, layer, position, member_id)
           select $1, r.id, 0, 0, m.id from r, member m where m.company_id = $1),
         c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
           values ($1, 5, 'Mail server', '{}', '', 'smtp', 'x') returning id)
         insert into duty_test (company_id, rota_id, member_id, channel_id, month, due_at, state, sent_at)
         select $1, r.id, m.id, c.id, date_trunc('month', now()), now(), 'sent', now() - interval '3 days'
         from r, c, member m where m.company_id = $1 returning rota_id::text as id`,
        [companyId],
      )
      await page.goto(`${consoleUrl}/#/operationsMonitoring/onCall/${rows[0]!.id}?tab=tests`)
      await page.getByText(t('rotas.testResults.unconfirmed')).waitFor()
      await judge('tests')
      await button(t('rotas.testConfirm')).click()
      await page.getByText(t('rotas.testResults.confirmed'), { exact: true }).waitFor()
      expect(found).toEqual({ fault: [], 'own text': [], tests: [] })
    },
  )
})
