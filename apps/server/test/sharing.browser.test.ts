import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { ApiClient } from './server-process.ts'
import { browserPath, comeIn, takeFromMore, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/**
 * Keys are issued and redeemed: an engineer of the one company repairs a fault of the other with a piece of the first one's warehouse. The
 * device is replaced, and the broken one returns under warranty.
 */

describe.skipIf(browserPath === null)('sharing keys', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a fault is repaired by an engineer with a part of another company, the broken device returned (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const owner = await makeAdministrator(consoleUrl, `sharing-${language}`, { trial: true })
      const user = await makeAdministrator(consoleUrl, `using-${language}`, { trial: true })
      const api = await ApiClient.signIn(consoleUrl, owner.userName, administratorPassword)
      const { data: people } = await api.call('GET /api/v1/work/order/assignees', {})
      await api.call('PUT /api/v1/work/dispatch/engineer/:personId', {
        personId: people[0]!.personId,
        skills: ['wireless'],
        hours: '7x24',
      })
      const { data: model } = await api.call('POST /api/v1/work/part/model', {
        brand: 'Huawei',
        name: 'AP661',
        serialised: true,
      })
      const { data: warehouse } = await api.call('POST /api/v1/work/part/warehouse', { name: 'Harbour' })
      await api.call('POST /api/v1/work/part/receive', {
        warehouseId: warehouse.id,
        modelId: model.id,
        serials: ['AP-NEW'],
      })
      const visitors = [
        await visit(journey.browser, { language, dark, width, bypassCsp: true }),
        await visit(journey.browser, { language, dark, width, bypassCsp: true }),
      ] as const
      const [issuer, redeemer] = visitors
      const { t } = issuer
      const found: Record<string, string[]> = {}
      const [judgeIssuer, judgeRedeemer] = visitors.map((visitor) => judging(visitor))
      await comeIn(issuer, { consoleUrl, path: '/#/sharing' }, owner.userName, administratorPassword)
      await comeIn(
        redeemer,
        { consoleUrl, path: '/#/sharing/redeemed' },
        user.userName,
        administratorPassword,
      )
      const on = ({ page }: typeof issuer) => ({
        drawer: page.locator('.ant-drawer-open'),
        content: page.locator('#content'),
        press: (name: string) =>
          page
            .locator('#content')
            .getByRole('button', { name: new RegExp(`^((plus|key) )?${name}$`) })
            .first()
            .click(),
        submit: () => page.locator('.ant-drawer-open button[type=submit]').click(),
        choose: async (label: string, option: string) => {
          await page.locator('.ant-drawer-open').getByLabel(label, { exact: true }).click()
          await page.locator('.ant-select-dropdown:visible').getByText(option).first().click()
        },
      })
      const [mine, theirs] = [on(issuer), on(redeemer)]
      const secrets: string[] = []
      for (const kind of ['engineers', 'parts'] as const) {
        await mine.press(t('sharing.issue'))
        await mine.drawer.getByRole('textbox', { name: t('sharing.name') }).fill(`Key ${kind}`)
        await mine.drawer.getByText(t(`sharing.kinds.${kind}`), { exact: true }).click()
        if (kind === 'parts') await mine.choose(t('parts.warehouse'), 'Harbour')
        if (kind === 'engineers') await judgeIssuer!.judge('issue')
        await mine.submit()
        const dialog = issuer.page.getByRole('dialog').filter({ hasText: t('sharing.secretTitle') })
        secrets.push((await dialog.getByText(/^nws_/).textContent())!.trim())
        await dialog.getByRole('button', { name: t('common.shownOnceDone') }).click()
        await mine.content.getByText(`Key ${kind}`).waitFor()
      }
      await judgeIssuer!.judge('issued')
      await judgeRedeemer!.judge('empty')
      for (const [at, secret] of secrets.entries()) {
        await theirs.press(t('sharing.redeem'))
        await theirs.drawer.getByLabel(t('sharing.secret'), { exact: true }).fill(secret)
        await theirs.submit()
        await theirs.drawer.getByText(t('sharing.rules.finish')).waitFor()
        if (at === 0) await judgeRedeemer!.judge('terms')
        await theirs.submit()
        await theirs.content.getByText(at === 0 ? 'Key engineers' : 'Key parts').waitFor()
      }
      const other = await ApiClient.signIn(consoleUrl, user.userName, administratorPassword)
      // What the company bought 200 days ago, with a warranty of three years; its own warehouse takes the broken one.
      await other.call('POST /api/v1/work/part/model', {
        brand: 'Huawei',
        name: 'AP500',
        serialised: true,
        warrantyMonths: 36,
      })
      await other.call('POST /api/v1/work/part/warehouse', { name: 'Yard' })
      const { rows: devices } = await journey.own.sql.query<{ id: string }>(
        `insert into device (company_id, msp_id, name, type, driver, presence, manufacturer, model_name, serial_number, claimed_at)
         values ($1, $1, 'Hall AP', 'switch', 'none', 'unknown', 'Huawei', 'AP500', 'AP-OLD', now() - interval '200 days') returning id::text`,
        [user.companyId],
      )
      const { data: order } = await other.call('POST /api/v1/work/order', {
        deviceId: devices[0]!.id,
        title: 'Access point dead',
        category: 'wireless',
        description: 'No light',
      })
      await redeemer.page.goto(`${consoleUrl}/#/workOrder/list/${order.id}`)
      await redeemer.page.getByRole('heading', { name: /Access point dead/ }).waitFor()
      const assign = theirs.content.getByRole('button', { name: t('orders.moves.assign'), exact: true })
      if (await assign.isVisible()) await assign.click()
      else await takeFromMore(redeemer, t('orders.moves.assign'))
      await theirs.choose(
        t('orders.assignTo'),
        t('sharing.origin', { company: `Company sharing-${language}` }),
      )
      await theirs.drawer.getByText(t('sharing.dispatchHint')).waitFor()
      await judgeRedeemer!.judge('dispatch')
      await theirs.submit()
      await theirs.content
        .getByText(/Li Wei · Company sharing/)
        .first()
        .waitFor()
      await theirs.press(t('sharing.reserve'))
      await theirs.choose(t('sharing.part'), 'Huawei AP661')
      await theirs.submit()
      await theirs.content
        .getByText(t('sharing.origin', { company: `Company sharing-${language}` }))
        .first()
        .waitFor()
      await judgeRedeemer!.judge('order')
      await theirs.content.getByRole('button', { name: `${t('parts.replaceDevice')} AP-NEW` }).click()
      await theirs.choose(t('parts.warehouse'), 'Yard')
      await theirs.choose(t('parts.brokenModel'), 'Huawei AP500')
      await judgeRedeemer!.judge('replace')
      await theirs.submit()
      await theirs.content.getByText(t('parts.brokenReturned', { warehouse: 'Yard' })).waitFor()
      await redeemer.page.goto(`${consoleUrl}/#/parts/shared`)
      await theirs.content.getByText('Huawei AP661').first().waitFor()
      await judgeRedeemer!.judge('stock')
      await redeemer.page.goto(`${consoleUrl}/#/sharing/redeemed`)
      await theirs.content.getByRole('link', { name: 'Key parts' }).click()
      await theirs.content.getByText(t('sharing.acts.reserve')).first().waitFor()
      await judgeRedeemer!.judge('redemption')
      await redeemer.page.goto(`${consoleUrl}/#/workOrder/list/${order.id}`)
      await issuer.page.goto(`${consoleUrl}/#/workOrder/shared`)
      await mine.content.getByRole('link', { name: /Access point dead/ }).waitFor()
      await judgeIssuer!.judge('assignments')
      await mine.content.getByRole('link', { name: /Access point dead/ }).click()
      await mine.press(t('sharing.moves.accept'))
      await mine.press(t('sharing.moves.check_in'))
      await mine.content.getByText(t('sharing.assignmentStates.in_progress')).waitFor()
      await judgeIssuer!.judge('assignment')
      await mine.press(t('sharing.moves.resolve'))
      await mine.choose(t('orders.cause'), t('orders.causes.equipment'))
      await mine.drawer.getByLabel(t('orders.solution'), { exact: true }).fill('Access point replaced')
      await mine.submit()
      await mine.content.getByText(t('sharing.assignmentStates.resolved')).first().waitFor()
      await theirs.content.getByText('Access point replaced').first().waitFor()
      await theirs.content.getByText(t('parts.reservationStates.issued')).first().waitFor()
      await theirs.content.getByRole('button', { name: t('parts.brokenClaim') }).click()
      await theirs.choose(t('parts.warehouse'), 'Yard')
      await theirs.drawer.getByLabel(t('parts.vendor'), { exact: true }).fill('Huawei')
      await theirs.submit()
      await redeemer.page.goto(`${consoleUrl}/#/parts/life/AP-OLD`)
      await theirs.content.getByText(t('parts.lifeSpans.in_repair')).waitFor()
      await theirs.content.getByText(t('parts.lifeDevice.replaced')).waitFor()
      await redeemer.page.goto(`${consoleUrl}/#/parts/claims`)
      await theirs.content.getByText('AP-OLD').waitFor()
      await judgeRedeemer!.judge('claims')
      await issuer.page.goto(`${consoleUrl}/#/sharing`)
      await mine.content.getByRole('link', { name: 'Key parts' }).click()
      await mine.content.getByText(t('sharing.acts.issue')).first().waitFor()
      await judgeIssuer!.judge('key')
      await mine.content.getByText(t('sharing.acts.issue')).first().scrollIntoViewIfNeeded()
      await mine.press(t('sharing.edit'))
      await judgeIssuer!.judge('narrow')
      await mine.submit()
      await mine.drawer.waitFor({ state: 'hidden' })
      await mine.press(t('sharing.revoke'))
      await issuer.page
        .getByRole('dialog')
        .getByRole('button', { name: t('sharing.revoke') })
        .click()
      await mine.content.getByText(t('sharing.states.revoked')).first().waitFor()
      await redeemer.page.goto(`${consoleUrl}/#/parts/shared`)
      await theirs.content.getByText(t('sharing.stockNone')).waitFor()
      Object.assign(found, judgeIssuer!.found, judgeRedeemer!.found)
      expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([])
      expect([...issuer.complaints, ...redeemer.complaints]).toEqual([])
      for (const visitor of visitors) await visitor.close()
    },
    240_000,
  )
})
