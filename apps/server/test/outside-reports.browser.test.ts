import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A QR sticker is made and opened by a stranger, whose report is repaired and rated by the same link. */

describe.skipIf(browserPath === null)('reports from outside', () => {
  const journey = ownJourney({ NETWARD_OUTBOX: '1' })

  test.each(judgedLooks)(
    'a sticker opens the form without a session, its order is repaired and rated, and an invalid link says so (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `outside-${language}`, {
        trial: true,
      })
      const { rows } = await journey.own.sql.query<{ id: string }>(
        `insert into outlet (company_id, name) values ($1, 'Shop 12') returning id`,
        [companyId],
      )
      const maker = await visit(journey.browser, { language, dark, width })
      await comeIn(maker, { consoleUrl, path: '/#/workOrder/stickers' }, userName, administratorPassword)
      const call = async (path: string, data: object) => {
        const [session] = (await maker.page.context().cookies()).filter(({ name }) => name === 'sstoken')
        const answer = await maker.page.request.post(`${consoleUrl}${path}`, {
          data,
          headers: { authorization: `Bearer ${session!.value}` },
        })
        return (await answer.json()) as {
          code: number
          data: { items: { id: string; ticket: string; version: number }[] }
        }
      }
      expect((await call('/api/v1/work/sticker', { outletIds: [rows[0]!.id] })).code).toBe(0)
      const { data } = await call('/api/v1/work/sticker/lists', { page: 1, pageSize: 10 })

      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await page.goto(`${consoleUrl}/#/login?view=report&link=${data.items[0]!.ticket}`)
      await page.getByRole('heading', { name: t('fieldWork.outside.reportTitle') }).waitFor()
      await page.getByText('Shop 12').waitFor()
      await page.getByRole('button', { name: t('fieldWork.outside.submit') }).click()
      await page.getByText(t('fieldWork.outside.descriptionEmpty')).waitFor()
      await judge('form')
      const fill = (name: string, value: string) => page.locator(`form [name=${name}]`).fill(value)
      await fill('description', 'No internet since noon')
      await fill('contactName', 'Wang')
      await fill('phone', language === 'zh' ? '13800138000' : '13800138001')
      await page.getByRole('button', { name: t('fieldWork.outside.sendCode') }).click()
      await fill('code', await codeOf(consoleUrl, language === 'zh' ? '13800138000' : '13800138001'))
      await page.getByRole('button', { name: t('fieldWork.outside.submit') }).click()
      await page.getByText(t('fieldWork.outside.keep')).waitFor()
      await judge('progress')
      const [order] = (await call('/api/v1/work/order/lists', { page: 1, pageSize: 1 })).data.items
      let version = order!.version
      for (const name of ['take', 'resolve']) {
        const move = name === 'take' ? { name } : { name, cause: 'other', solution: 'Restarted' }
        expect((await call(`/api/v1/work/order/${order!.id}/move`, { version, move })).code).toBe(0)
        version += 1
      }
      await page.getByRole('button', { name: t('fieldWork.outside.refresh') }).click()
      await page.getByRole('radio', { name: t('fieldWork.outside.stars', { count: 5 }) }).check()
      await judge('rating')
      await page.getByRole('button', { name: t('fieldWork.outside.rateSubmit') }).click()
      await page.getByText(t('fieldWork.outside.ratedAs', { score: 5 })).waitFor()
      await maker.page.goto(`${consoleUrl}/#/workOrder/list/${order!.id}`)
      await maker.page.getByText('★★★★★').first().waitFor()
      await maker.close()
      await page.goto(`${consoleUrl}/#/login?view=progress&link=${'A'.repeat(43)}`)
      await page.getByText(t('fieldWork.outside.invalidLink')).waitFor()
      await judge('invalid link')
      expect(Object.values(found).flat()).toEqual([])
      await visitor.close()
    },
  )
})

/** The code that was sent to a phone. */
async function codeOf(consoleUrl: string, phone: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${consoleUrl}/api/v1/outbox`)
        const { data } = (await answer.json()) as { data: { to: string; text: string }[] }
        code = /\d{6}/.exec(data.find(({ to }) => to.endsWith(phone))?.text ?? '')?.[0]
        return code !== undefined
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  return code ?? ''
}
