import { describe, expect, test } from 'vitest'
import { findings, isSettled, judgedLooks } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A rule is tried on what was measured, watches, and raises. */

describe.skipIf(browserPath === null)('alarm rules', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a rule is tried on the last 7 days, watches, and raises once somebody says so (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `rules-${language}-${width}`)
      const { rows } = await journey.own.sql.query<{ id: string }>(
        `insert into device (company_id, name, type, oui, serial_number, presence)
         values ($1, 'Till', 'smart_cpe', 'AABBCC', $2, 'online') returning id`,
        [companyId, `RULE${language}${width}`],
      )
      await journey.own.sql.query(
        `insert into device_timeline (company_id, msp_id, device_id, at, kind)
         select company_id, msp_id, id, now() - make_interval(hours => k.hours), k.kind from device cross join (values
           (60, 'online'), (50, 'offline'), (49, 'online'), (19, 'offline'), (18, 'online')) k (hours, kind)
         where id = $1`,
        [rows[0]!.id],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const path = '/#/operationsMonitoring/rules'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByRole('button', { name: t('alarms.rules.add') }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('alarms.rules.name')).fill('Away')
      await drawer.getByLabel(t('alarms.rules.what')).fill(t('alarms.rules.watched.offline'))
      await page.keyboard.press('Enter')
      await drawer.getByLabel(t('alarms.rules.minutes'), { exact: true }).fill('0')
      await drawer.getByRole('button', { name: t('alarms.rules.trial.act') }).click()
      await drawer.getByText(t('alarms.rules.trial.count', { count: 2 })).waitFor()
      await drawer.getByRole('link', { name: 'Till' }).first().waitFor()
      await drawer.getByRole('link', { name: 'Till' }).last().scrollIntoViewIfNeeded()
      await drawer.locator('figure canvas').waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await drawer.waitFor({ state: 'detached' })
      const watching = page.getByText(t('alarms.rules.watchingUntil', { at: '' }))
      await watching.waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      await page.getByRole('button', { name: t('alarms.rules.raiseAct'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('alarms.rules.raiseAct'), exact: true })
        .click()
      await watching.waitFor({ state: 'detached' })
      // A copy of a rule from above that the company has changed.
      await journey.own.sql.query(
        `insert into alarm_rule (company_id, name, definition, edited_by, source_id, source_company_name, original)
         select company_id, 'From above', definition, 'Wang', 999999, 'Provider',
           jsonb_build_object('enabled', true, 'definition', definition || '{"severity": "major"}')
         from alarm_rule where company_id = $1 and name = 'Away'`,
        [companyId],
      )
      await page.reload()
      await page.getByText(t('alarms.rules.detached'), { exact: true }).waitFor()
      await isSettled(visitor)
      await page.getByText(t('alarms.rules.detached'), { exact: true }).scrollIntoViewIfNeeded()
      expect(await findings(visitor)).toEqual([])
      await page.getByRole('button', { name: t('alarms.rules.followAgain'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('alarms.rules.followAgain'), exact: true })
        .click()
      await page.getByText(t('alarms.rules.follows'), { exact: true }).waitFor()
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )

  test.each(judgedLooks)(
    'a rule over messages is refused at its fields, tried on those that are kept, and listed (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `events-${language}-${width}`)
      await journey.own.sql.query(
        `with switch as (insert into device (company_id, name, type, oui, serial_number, presence)
           values ($1, 'Core', 'switch', 'AABBCC', $2, 'online') returning id)
         select syslog_write(jsonb_agg(jsonb_build_object('deviceId', id, 'at', now() - make_interval(hours => h), 'severity', 3,
           'facility', 23, 'app', 'IFNET/4/LINK', 'text', 'Link of <b>GE0/0/1</b> is down', 'words', '[]'::jsonb)), '[]', '[]')
         from switch, generate_series(5, 50, 15) h`,
        [companyId, `EVENT${language}${width}`],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const path = '/#/operationsMonitoring/rules'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page.getByRole('button', { name: t('alarms.rules.add') }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('alarms.rules.name')).fill('Links')
      await drawer.getByLabel(t('alarms.rules.what')).fill(t('alarmEvents.sources.syslog'))
      await page.keyboard.press('Enter')
      const raised = drawer.getByRole('group', { name: t('alarmEvents.raisedBy') })
      await raised.getByLabel(t('alarmEvents.text')).waitFor()
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await raised.getByText(t('validation.eventOpen'), { exact: true }).waitFor()
      await raised.getByLabel(t('alarmEvents.text')).fill('link*down')
      await drawer.getByRole('button', { name: t('alarms.rules.trial.act') }).click()
      await drawer.getByText(t('alarms.rules.trial.count', { count: 4 })).waitFor()
      await drawer.getByText('Link of <b>GE0/0/1</b> is down').first().waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await drawer.waitFor({ state: 'detached' })
      await page
        .getByText(
          t('alarmEvents.when.syslog', { what: t('alarmEvents.when.text', { text: 'link*down' }) }) +
            t('alarmEvents.when.quiet', { minutes: 30 }),
        )
        .first()
        .waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      // The rule that was refused.
      expect(visitor.complaints).toEqual([expect.stringContaining('400')])
      await visitor.close()
    },
    120_000,
  )
})
