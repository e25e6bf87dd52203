import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From a new rota to the hand-over of its first shift. */

describe.skipIf(browserPath === null)('on-call rotas', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a rota is added, overridden, and handed over (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `rota-${language}`)
      await journey.own.sql.query(
        `with p as (insert into person (home_company_id, user_name, display_name, password_hash)
           values ($1, 'chen', 'Chen Yu', '!') returning id)
         insert into member (company_id, person_id, os_id, display_name, department_id, search)
         select m.company_id, p.id, m.os_id, 'Chen Yu', m.department_id, 'chen yu' from member m, p where m.company_id = $1 limit 1`,
        [companyId],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const path = '/#/operationsMonitoring/onCall'
      await comeIn(visitor, { consoleUrl, path }, userName, administratorPassword)
      await page
        .getByRole('button', { name: t('rotas.add') })
        .first()
        .click()
      const drawer = page.locator('.ant-drawer-open')
      const field = (label: string) => drawer.getByLabel(label, { exact: true })
      await field(t('rotas.name')).fill('Network')
      await field(t('rotas.members')).click()
      for (const name of ['Li Wei', 'Chen Yu'])
        await page.locator('.ant-select-item-option', { hasText: name }).click()
      await page.keyboard.press('Escape')
      await field(t('rotas.startsOn')).fill('2026-01-05')
      await page.keyboard.press('Tab')
      await field(t('rotas.days')).click()
      for (const day of ['d1', 'd2', 'd3', 'd4', 'd5'] as const)
        await page.locator('.ant-select-item-option', { hasText: t(`rotas.weekdays.${day}`) }).click()
      await page.keyboard.press('Escape')
      await judge('drawer')
      await drawer.locator('button[type=submit]').click()
      const row = page.getByRole('link', { name: 'Network', exact: true })
      await row.waitFor()
      await page.getByText(t('rotas.gapOf', { hours: '96' })).waitFor()
      await judge('list')

      await row.click()
      await page.getByRole('heading', { name: 'Network' }).waitFor()
      await page.getByRole('button', { name: t('rotas.override') }).click()
      await field(t('rotas.standIn')).click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
        .getByTitle('Li Wei', { exact: true })
        .click()
      const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
      await field(t('rotas.startsAt')).fill(`${day(-1)} 00:00`)
      await page.keyboard.press('Tab')
      await field(t('rotas.endsAt')).fill(`${day(2)} 00:00`)
      await page.keyboard.press('Tab')
      await field(t('rotas.reason')).fill('<b>Leave</b>')
      await drawer.locator('button[type=submit]').click()
      await page.getByText(t('rotas.changeOf', { name: 'Li Wei' })).waitFor()
      await judge('schedule')

      await page.getByRole('tab', { name: t('rotas.handovers') }).click()
      await page.getByRole('button', { name: t('rotas.handOver') }).click()
      // It offers the next, which depends on the day.
      await field(t('rotas.handOverTo')).click()
      await page.locator('.ant-select-item-option', { hasText: 'Chen Yu' }).last().click()
      await field(t('rotas.watched')).fill('S1 flaps')
      await drawer.locator('button[type=submit]').click()
      await page.getByText(t('rotas.handedOver', { from: 'Li Wei', to: 'Chen Yu' })).waitFor()
      await judge('handovers')

      // The shift ended, and its hand-over was made.
      await journey.own.sql.query(
        `with device as (insert into device (company_id, type, name, serial_number) values ($1::bigint, 'switch', 'Core', 'S' || $1::bigint) returning id),
           raised as (insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at, acknowledged_at)
             select $1::bigint, id, 'disk_full', '/', '/', 'critical', now(), now() from device returning id)
         insert into rota_handover (company_id, rota_id, from_member_id, from_name, to_member_id, to_name, shift_ended_at,
           open, unacknowledged, open_ids, watched_ids)
         select $1, r.id, f.id, f.display_name, n.id, n.display_name, now(), 1, 0, array[raised.id], array[raised.id]
         from rota r, member f, member n, raised
         where r.company_id = $1 and f.company_id = $1 and f.display_name = 'Li Wei' and n.company_id = $1
           and n.display_name = 'Chen Yu'`,
        [companyId],
      )
      await page.goto(`${consoleUrl}/#/task/todo`)
      await page.reload()
      await page.locator('main').getByRole('link', { name: 'Network', exact: true }).click()
      await page.getByText(t('rotas.leftWatched')).waitFor()
      await judge('made')
      await page.getByRole('button', { name: t('rotas.complete'), exact: true }).click()
      await field(t('rotas.promised')).fill('Call back at 9')
      await judge('completing')
      await drawer.locator('button[type=submit]').click()
      await page.getByText(t('rotas.promisedOf', { text: 'Call back at 9' })).waitFor()
      expect(found).toEqual({
        drawer: [],
        list: [],
        schedule: [],
        handovers: [],
        made: [],
        completing: [],
      })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
