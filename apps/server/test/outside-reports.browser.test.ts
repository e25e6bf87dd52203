import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A QR sticker is made, and opened by a stranger. */

describe.skipIf(browserPath === null)('reports from outside', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a sticker opens the form without a session, and an invalid one says so (%s, dark: %s, %i px)',
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
        return (await answer.json()) as { code: number; data: { items: { ticket: string }[] } }
      }
      expect((await call('/api/v1/work/sticker', { outletIds: [rows[0]!.id] })).code).toBe(0)
      const { data } = await call('/api/v1/work/sticker/lists', { page: 1, pageSize: 10 })
      await maker.close()

      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await page.goto(`${consoleUrl}/#/login?view=report&link=${data.items[0]!.ticket}`)
      await page.getByRole('heading', { name: t('fieldWork.outside.reportTitle') }).waitFor()
      await page.getByText('Shop 12').waitFor()
      await page.getByRole('button', { name: t('fieldWork.outside.submit') }).click()
      await page.getByText(t('fieldWork.outside.descriptionEmpty')).waitFor()
      await judge('form')
      await page.goto(`${consoleUrl}/#/login?view=progress&link=${'A'.repeat(43)}`)
      await page.getByText(t('fieldWork.outside.invalidLink')).waitFor()
      await judge('invalid link')
      expect(Object.values(found).flat()).toEqual([])
      await visitor.close()
    },
  )
})
