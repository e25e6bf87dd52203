import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** An alarm from its device to the bell and to a group: rule, bell, delivery log. */

describe.skipIf(browserPath === null)('notifications', () => {
  let browser: Browser
  let own: OwnServer
  let group: Server
  const heard: string[] = []

  beforeAll(async () => {
    group = createServer((request, response) => {
      request.on('data', (part: Buffer) => heard.push(part.toString()))
      request.on('end', () => response.end('{"errcode":0}'))
    })
    await new Promise<void>((resolve) => group.listen(0, '127.0.0.1', resolve))
    const ranges = judgedLooks.map(([language, , width]) => `127.0.0.0/8=no-${language}-${width}`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_OUTGOING_RANGES: ranges.join(',') }),
    ])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
    await new Promise((resolve) => group.close(resolve))
  })

  /** An alarm of a new device, as evaluation writes it. */
  const raise = (companyId: string, name: string) =>
    own.sql.query(
      `with d as (insert into device (company_id, name, type, driver) values ($1, $2, 'switch', 'none') returning id),
         a as (insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
           select $1, id, 'device_offline', '', '', 'critical', now() from d returning id, subject_id)
       insert into alarm_event (company_id, alarm_id, subject_id, kind) select $1, id, subject_id, 'raised' from a`,
      [companyId, name],
    )

  test.each(judgedLooks)(
    'an alarm reaches the bell and the group (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `no-${language}-${width}`)
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/systemSettings/dockingManagement/edit?channel=10' },
        userName,
        administratorPassword,
      )
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Night watch')
      await page
        .getByLabel(t('integrations.robot.address'), { exact: true })
        .fill(`http://127.0.0.1:${(group.address() as AddressInfo).port}/${language}`)
      await button(t('common.save')).click()
      await page.getByText('Night watch', { exact: true }).first().waitFor()

      await page.goto(`${consoleUrl}/#/operationsMonitoring/noticeRules`)
      await page
        .getByRole('button', { name: t('notices.add') })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('notices.name'), { exact: true }).fill('Critical to the group')
      await drawer.getByLabel(t('notices.channel'), { exact: true }).click()
      const robot = t('notices.channelOf', { kind: t('integrations.kinds.robot'), name: 'Night watch' })
      await page.locator('.ant-select-item-option', { hasText: robot }).click()
      await drawer.getByLabel(t('notices.recipients'), { exact: true }).waitFor({ state: 'detached' })
      await drawer
        .getByLabel(t('notices.eventsLabel'), { exact: true })
        .fill(t('notices.events.order_overdue'))
      await page.locator('.ant-select-item-option', { hasText: t('notices.events.order_overdue') }).click()
      await drawer.getByLabel(t('notices.quietFrom'), { exact: true }).fill('22:00')
      await drawer.getByLabel(t('notices.quietUntil'), { exact: true }).fill('07:00')
      await judge('drawer')
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText('Critical to the group', { exact: true }).first().waitFor()
      await judge('rules')

      await raise(companyId, 'Shop switch')
      await button(t('notices.bellUnread', { count: 1 })).click()
      const item = page.getByRole('dialog').getByRole('link', { name: /Shop switch/ })
      await item.waitFor()
      await judge('bell')
      await item.click()
      await page.waitForURL(/alarms\/\d+$/)
      await button(t('notices.bell')).waitFor()

      await own.sql.query(
        `with o as (insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by)
           values ($1, 1, 'fault', 'other', 'Line down', 'high', 'high', 1, 'A') returning company_id, id)
         insert into work_order_event (company_id, order_id, kind, detail)
         select company_id, id, 'warned', '{"clock":"resolve","percent":100}' from o`,
        [companyId],
      )
      await expect
        .poll(
          async () =>
            (
              await own.sql.query(
                'select from delivery where company_id = $1 and work_event_id is not null',
                [companyId],
              )
            ).rowCount,
          { timeout: 20_000 },
        )
        .toBe(1)

      // The group of a site waits for half a minute: the test does not.
      await own.sql.query('update delivery set due_at = now() where company_id = $1', [companyId])
      await expect
        .poll(() => ['Shop switch', 'Line down'].every((name) => heard.some((body) => body.includes(name))), {
          timeout: 20_000,
        })
        .toBe(true)
      await page.goto(`${consoleUrl}/#/systemSettings/dockingManagement`)
      await page
        .getByRole('button', { name: t('integrations.moreOf', { name: 'Night watch' }), exact: true })
        .click()
      await page.getByRole('menuitem', { name: t('notices.log'), exact: true }).click()
      await page.getByText(t('notices.states.sent'), { exact: true }).first().waitFor()
      await page.getByRole('link', { name: /#1 Line down/ }).waitFor()
      await judge('log')
      heard.length = 0

      await page.goto(`${consoleUrl}/#/systemSettings/personalInformation`)
      await page.getByText(t('notices.ownNone'), { exact: true }).waitFor()
      await button(t('notices.ownAdd')).click()
      await judge('personal drawer')
      const personal = page.getByRole('dialog')
      await personal.getByRole('button', { name: t('common.save'), exact: true }).click()
      await personal.waitFor({ state: 'detached' })
      const name = t('notices.ownName', {
        channel: t('notices.console'),
        severities: [t('alarms.severities.critical'), t('alarms.severities.major')].join(
          t('notices.separator'),
        ),
      })
      await page.getByText(name, { exact: true }).waitFor()
      await judge('personal notifications')

      // The link of a mail: opening it acts on nothing, its button does.
      const ticket = `sample-ticket-${language}`
      await own.sql.query(
        `with c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
           values ($1, 5, 'Mail', '{}', '', '', '') returning id),
         m as (insert into notice_message (company_id, channel_id, recipient, state)
           select $1, c.id, b.person_id, 'sent' from c, member b where b.company_id = $1 limit 1 returning id, channel_id, recipient),
         d as (insert into delivery (company_id, alarm_company_id, event_id, alarm_id, transition, channel_id, recipient, state, due_at, message_id)
           select $1, $1, e.id, e.alarm_id, e.kind, m.channel_id, m.recipient, 'sent', now(), m.id
           from m, alarm_event e where e.company_id = $1)
         insert into notice_link (token_hash, company_id, message_id, person_id)
         select sha256($2::bytea), $1, m.id, m.recipient from m`,
        [companyId, Buffer.from(ticket)],
      )
      await page.goto(`${consoleUrl}/#/login?view=acknowledge&ticket=${ticket}`)
      await page.getByText('Shop switch').waitFor()
      expect(page.url()).not.toContain(ticket)
      await judge('link')
      await button(t('access.acknowledgeSubmit')).click()
      await page.getByRole('heading', { name: t('access.acknowledgeDoneTitle') }).waitFor()
      const { rows } = await own.sql.query('select acknowledged_by as by from alarm where company_id = $1', [
        companyId,
      ])
      expect(rows).toEqual([{ by: 'Li Wei' }])

      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
