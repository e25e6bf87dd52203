import { describe, expect, test } from 'vitest'
import { findings, isSettled } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From a gateway that falls silent to the alarm that somebody acknowledges and that is cleared. */

const looks = [
  ['zh', false, 1280],
  ['en', true, 390],
  ['zh', true, 390],
  ['en', false, 1280],
] as const

describe.skipIf(browserPath === null)('alarms', () => {
  const journey = ownJourney()

  test.each(looks)(
    'a silent gateway is listed, acknowledged with a comment, and cleared (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `alarms-${language}-${width}`)
      await journey.own.sql.query(
        `with shop as (insert into outlet (company_id, name) values ($1, 'Shop') returning id),
         added as (insert into device (company_id, outlet_id, name, type, oui, serial_number, presence)
           select $1, shop.id, d.name, d.type, 'AABBCC', $2 || d.type, 'online'
           from shop cross join (values ('Till', 'smart_cpe'), ('Core', 'switch')) d (name, type) returning id, outlet_id)
         insert into topology (outlet_id, company_id, content, devices, links, strangers, pending)
         select outlet_id, $1, jsonb_build_object('others', '[]'::jsonb, 'clients', '[]'::jsonb, 'folded', 0, 'links', jsonb_build_array(
           jsonb_build_object('a', jsonb_build_object('node', 'd' || min(id), 'port', ''),
             'b', jsonb_build_object('node', 'd' || max(id), 'port', ''), 'by', 'lldp', 'firstAt', 0, 'lastAt', 0, 'seen', 2,
             'missed', 0, 'countedAt', 0, 'first', true))), 2, 1, 0, false
         from added group by outlet_id`,
        [companyId, `ALARM${language}${width}`],
      )
      await journey.own.sql.query(`delete from topology_due`)
      // The gateway falls silent, and the switch behind it: whichever is seen first.
      await journey.own.sql.query(
        `insert into device_presence (device_id, company_id, last_inform_at, due_at)
         select id, company_id, now() - interval '1 hour', now() - interval '50 minutes' from device
         where company_id = $1 and type = 'smart_cpe'`,
        [companyId],
      )
      await journey.own.sql.query(
        `update device set presence = 'offline' where company_id = $1 and type = 'switch'`,
        [companyId],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      await comeIn(visitor, { consoleUrl, path: '/#/homePage' }, userName, administratorPassword)
      // The sweep looks every few seconds, and its event brings the row; the switch behind the gateway is not counted.
      const card = page.getByRole('region', { name: t('alarms.waitingTitle') })
      await card.getByText(t('alarms.behindIt', { count: 1 }), { exact: true }).waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      await card.getByRole('link', { name: t('alarms.showAll', { count: 1 }), exact: true }).click()
      await page
        .getByRole('link', { name: t('alarms.rules.names.gateway_offline'), exact: true })
        .first()
        .click()
      await page.getByRole('listitem').getByText(t('alarms.events.raised'), { exact: true }).waitFor()
      await page.getByRole('heading', { name: t('alarms.suppressedList') }).waitFor()
      await page.getByRole('button', { name: t('alarms.acts.acknowledge'), exact: true }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('alarms.comment')).fill('On my way')
      await drawer.getByRole('button', { name: t('alarms.acts.acknowledge'), exact: true }).click()
      await page.getByText('On my way', { exact: true }).waitFor()
      await page.getByRole('listitem').getByText(t('alarms.events.acknowledged'), { exact: true }).waitFor()
      await drawer.waitFor({ state: 'detached' })
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      // An Inform arrives: the page shows the end by itself, and the alarm is in the history.
      await journey.own.sql.query(
        `select acs_presence(array_agg(id), array_agg(now()), array_agg(now() + interval '8 minutes'))
         from device where company_id = $1 and type = 'smart_cpe'`,
        [companyId],
      )
      await page.getByRole('listitem').getByText(t('alarms.events.cleared'), { exact: true }).waitFor()
      await page.getByText(t('alarms.states.cleared'), { exact: true }).first().waitFor()
      await page.goto(`${consoleUrl}/#/operationsMonitoring/alarms?state=cleared`)
      await page
        .getByRole('link', { name: t('alarms.rules.names.gateway_offline'), exact: true })
        .first()
        .waitFor()
      await isSettled(visitor)
      expect(await findings(visitor)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
