import { startWecomService, wecomEvent, type WecomService } from '@netward/testkit'
import type { EndpointInput } from '@netward/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/**
 * An application of WeCom is added, tested and chosen for alarms; a message reaches the linked person, who acknowledges, accepts and
 * approves by its buttons.
 */

describe.skipIf(browserPath === null)('messages through WeCom', () => {
  let browser: Browser
  let own: OwnServer
  let wecom: WecomService

  beforeAll(async () => {
    wecom = await startWecomService({ corpId: 'ww1234567890', agentId: '1000002', secret: 'app-secret' })
    wecom.members.push({ userid: 'LiWei', name: '李伟' })
    const ranges = judgedLooks.map(([language, , width]) => `127.0.0.0/8=am-${language}-${width}`)
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_OUTGOING_RANGES: ranges.join(',') }),
    ])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
    await wecom.stop()
  })

  test.each(judgedLooks)(
    'a channel sends an alarm to whom it knows (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `am-${language}-${width}`, {
        trial: true,
      })
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const field = (name: 'corpId' | 'agentId' | 'secret' | 'apiBase' | 'eventToken' | 'eventKey') =>
        page.getByLabel(t(`signOn.fields.wecom.${name}.label`), { exact: true })
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/systemSettings/dockingManagement/edit?channel=1' },
        userName,
        administratorPassword,
      )
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Staff')
      await field('corpId').fill('ww1234567890')
      await field('agentId').fill('1000002')
      await field('secret').fill('app-secret')
      await field('eventToken').fill('token')
      await field('eventKey').fill('k'.repeat(43))
      await page.getByRole('switch', { name: t('integrations.application.sends'), exact: true }).click()
      await page.getByText(t('integrations.application.needs.wecom')).waitFor()
      await page.getByText(t('signOn.baseAddresses'), { exact: true }).click()
      await field('apiBase').fill(wecom.url)
      await judge('form')
      await button(t('common.save')).click()
      await page.getByText(t('signOn.callback'), { exact: true }).waitFor()
      await button(t('signOn.test')).click()
      await page.getByText(t('integrations.application.notLinked')).waitFor()

      await page.goto(`${consoleUrl}/#/operationsMonitoring/noticeRules`)
      await page
        .getByRole('button', { name: t('notices.add') })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('notices.name'), { exact: true }).fill('Through WeCom')
      await drawer.getByLabel(t('notices.channel'), { exact: true }).click()
      const staff = t('notices.channelOf', { kind: t('integrations.kinds.wecom'), name: 'Staff' })
      await page.locator('.ant-select-item-option', { hasText: staff }).click()
      const { rows } = await own.sql.query<{ id: string; name: string; personId: string }>(
        'select id::text, display_name as name, person_id::text as "personId" from member where company_id = $1',
        [companyId],
      )
      const [{ id: memberId, name, personId }] = rows as [{ id: string; name: string; personId: string }]
      await drawer.getByLabel(t('notices.recipients'), { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: name }).click()
      await page.keyboard.press('Escape')
      await drawer.getByText(t('notices.linkedHint', { names: name })).waitFor()
      await judge('drawer')
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText('Through WeCom', { exact: true }).first().waitFor()

      await own.sql.query(
        `insert into sign_on_link (company_id, channel_id, member_id, subject, shown, linked_by)
         select $1, id, $2, 'liwei', '李伟', 'administrator' from integration_channel where company_id = $1`,
        [companyId, memberId],
      )
      const { rows: channels } = await own.sql.query<{ id: string; publicId: string }>(
        'select id::text, public_id as "publicId" from integration_channel where company_id = $1',
        [companyId],
      )
      const [channel] = channels as [{ id: string; publicId: string }]
      const arrives = async (key: string, act: () => Promise<unknown>) => {
        const before = wecom.inbox.messages.length
        await act()
        await expect
          .poll(
            async () => {
              await own.sql.query(
                `update delivery set due_at = now() where company_id = $1 and state = 'waiting'`,
                [companyId],
              )
              return wecom.inbox.messages.length
            },
            { timeout: 60_000 },
          )
          .toBe(before + 1)
        const { to, content } = wecom.inbox.messages[before]!
        const [first] = content['button_list'] as readonly [{ key: string }]
        expect({ to, key: first.key }).toEqual({ to: 'liwei', key })
      }
      /** As WeCom reports a press on the last card: encrypted and signed. */
      const press = async (key: string) => {
        const event = wecom.inbox.press(wecom.inbox.messages.length - 1, key)
        const { query, body } = wecomEvent({ token: 'token', key: 'k'.repeat(43) }, 'ww1234567890', event)
        const { status } = await fetch(
          `${consoleUrl}/api/v1/integration/events/${channel.publicId}?${query}`,
          { method: 'POST', headers: { 'content-type': 'text/xml' }, body },
        )
        expect(status).toBe(200)
      }

      await arrives('acknowledge', () =>
        own.sql.query(
          `with d as (insert into device (company_id, name, type, driver) values ($1, 'Shop switch', 'switch', 'none') returning id),
             a as (insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
               select $1, id, 'device_offline', '', '', 'critical', now() from d returning id, subject_id)
           insert into alarm_event (company_id, alarm_id, subject_id, kind) select $1, id, subject_id, 'raised' from a`,
          [companyId],
        ),
      )
      const { rows: alarms } = await own.sql.query<{ id: string }>(
        'select id::text from alarm where company_id = $1',
        [companyId],
      )
      await page.goto(`${consoleUrl}/#/operationsMonitoring/alarms/${alarms[0]!.id}`)
      const acknowledged = page.getByText(t('alarms.acknowledgedByName', { name }), { exact: true }).first()
      await page.getByText('Shop switch').first().waitFor()
      expect(await acknowledged.count()).toBe(0)
      await press('acknowledge')
      await acknowledged.waitFor()
      await judge('acknowledged')
      // The card no longer offers what has been done.
      await expect.poll(() => wecom.inbox.messages.at(-1)!.replaced).not.toBeNull()

      const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
      const inside = operator.actingIn(companyId)
      const person = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      const { status: routed } = await person.call('POST /api/v1/notice/own/route', {
        events: ['order_assigned', 'approval_asked'],
        channelId: channel.id,
        timeZone: 'Asia/Shanghai',
      })
      expect(routed).toBe(200)
      const orderOf = async (orderId: string) =>
        (await inside.call('GET /api/v1/work/order/:orderId', { orderId })).data
      const move = async (
        orderId: string,
        to: EndpointInput<'POST /api/v1/work/order/:orderId/move'>['move'],
      ) =>
        inside.call('POST /api/v1/work/order/:orderId/move', {
          orderId,
          version: (await orderOf(orderId)).version,
          move: to,
        })
      const made = await inside.call('POST /api/v1/work/order', { title: 'No internet' })
      await arrives('accept', () => move(made.data.id, { name: 'assign', to: personId }))
      await press('accept')
      await page.goto(`${consoleUrl}/#/workOrder/list/${made.data.id}`)
      await page.getByText(t('orders.states.accepted'), { exact: true }).first().waitFor()

      await person.call('POST /api/v1/approval/policy', {
        kind: 'change_order',
        name: 'Changes',
        steps: [{ by: 'person', mode: 'any', memberIds: [memberId] }],
      })
      const change = await inside.call('POST /api/v1/work/order', {
        type: 'change',
        title: 'New firewall',
        risk: 'low',
      })
      const orderId = change.data.id
      await move(orderId, { name: 'take' })
      await arrives('approve', async () =>
        inside.call('POST /api/v1/work/order/:orderId/approval', {
          orderId,
          version: (await orderOf(orderId)).version,
          note: 'Tonight',
        }),
      )
      await press('approve')
      await page.goto(`${consoleUrl}/#/workOrder/list/${orderId}`)
      await page.getByText(t('approvals.states.approved'), { exact: true }).first().waitFor()

      await page.goto(`${consoleUrl}/#/systemSettings/dockingManagement`)
      await button(t('integrations.moreOf', { name: 'Staff' })).click()
      await page.getByRole('menuitem', { name: t('notices.log'), exact: true }).click()
      await page.getByText(t('notices.states.sent'), { exact: true }).first().waitFor()
      await judge('log')

      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
