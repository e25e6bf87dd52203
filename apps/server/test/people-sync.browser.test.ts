import { beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From the differences of a dry run to people who are members. */

describe.skipIf(browserPath === null)('synchronisation of people', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const people = { zh: { userName: '', channelId: '' }, en: { userName: '', channelId: '' } }

  beforeAll(async () => {
    const { own } = journey
    ;({ consoleUrl } = own.server)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-sync`)
      const { rows } = await own.sql.query<{ id: string }>(
        `with c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
           values ($1, 1, 'Staff', '{"signIn": {"offered": true}}', '', 'ww1234567890abcdef', 'A') returning company_id, id),
         s as (insert into people_sync (company_id, channel_id, role_rules)
           select company_id, id, '[{"by": "department", "outsideId": "10", "name": "Field", "role": "engineer"}]' from c),
         d as (insert into people_sync_department (company_id, channel_id, outside_id, parent_outside_id, name)
           select company_id, id, '10', '1', 'Field' from c),
         q as (insert into people_sync_question (company_id, channel_id, subject, kind, name, department, mail, member_id)
           select c.company_id, c.id, 'eve', 'same_address', 'Eve', 'Field', 'e***@example.test',
             (select id from member m where m.company_id = c.company_id limit 1) from c),
         r as (insert into people_sync_run (company_id, channel_id, cause, reading, state, dry, waits, is_full, people, departments,
             counts, planned, started_by)
           select company_id, id, 'hand', 'full', 'waiting', true, 'dry', false, 3, 2, '{"add_department": 1, "add": 2, "ask": 1}', 3, 'A'
           from c returning company_id, id, channel_id),
         h as (insert into people_sync_change (company_id, run_id, n, act, name, subject, outside_id, detail, reason, state)
           select r.company_id, r.id, v.n, v.act, v.name, v.subject, v.outside, v.detail::jsonb, v.reason, v.state from r, (values
             (1, 'add_department', 'Field', null, '10', '{"parent": null}', 'new_there', 'planned'),
             (2, 'add', 'Ada', 'ada', null, '{"after": "Field", "userName": "ada", "department": "10", "roles": ["engineer"]}', 'new_there', 'planned'),
             (3, 'add', 'Bob', 'bob', null, '{"after": "Field", "userName": "bob", "department": "10", "roles": ["engineer"]}', 'new_there', 'planned'),
             (4, 'ask', 'Eve', 'eve', null, '{"after": "Admin"}', null, 'done')) v (n, act, name, subject, outside, detail, reason, state))
         select id::text from c`,
        [companyId],
      )
      people[language] = { userName, channelId: rows[0]!.id }
    }
  })

  test.each(judgedLooks)(
    'is read, asked about and confirmed (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const { userName, channelId } = people[language]
      const path = `/#/systemSettings/dockingManagement/${channelId}/sync`
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByText(t('peopleSync.waits.dry'), { exact: true }).waitFor()
      await page.getByText(t('peopleSync.roleRulesHint'), { exact: true }).waitFor()
      await judge('settings')
      await page.goto(`${consoleUrl}${path}/questions`)
      await page.getByText('Eve', { exact: true }).first().waitFor()
      await judge('questions')
      await page.goto(`${consoleUrl}${path}/runs`)
      await page.getByText(t('peopleSync.states.waiting'), { exact: true }).first().waitFor()
      await judge('history')
      await page.goto(`${consoleUrl}${path}`)
      await page.getByRole('link', { name: t('peopleSync.openRun'), exact: true }).click()
      await page.getByText('Bob', { exact: true }).first().waitFor()
      await judge('differences')
      await page.getByRole('button', { name: t('peopleSync.confirm'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('peopleSync.confirm'), exact: true }).click()
      await page.getByText(t('peopleSync.states.done'), { exact: true }).first().waitFor({ timeout: 30_000 })
      const { rows } = await journey.own.sql.query(
        `select m.display_name as name from member m join sign_on_link l on l.company_id = m.company_id and l.member_id = m.id
         where l.channel_id = $1 order by 1`,
        [channelId],
      )
      expect(rows).toEqual([{ name: 'Ada' }, { name: 'Bob' }])
      expect(found).toEqual({ settings: [], questions: [], history: [], differences: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
