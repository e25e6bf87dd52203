import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient } from './server-process.ts'

/** Notes and pictures of an order without a network: kept by the browser, sent once and in order, by their author alone. */

describe.skipIf(browserPath === null)('drafts of a work order', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'what is written without a network outlives a reload and is sent once (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `drafts-${language}`, {
        trial: true,
      })
      const other = await makeAdministrator(consoleUrl, `other-${language}`)
      const api = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      const { data } = await api.call('POST /api/v1/work/order', { title: 'No internet' })
      const history = async () =>
        (await api.call('GET /api/v1/work/order/:orderId', { orderId: data.id })).data.history
      const sentKinds = async () =>
        (await history()).map(({ kind, note }) => note ?? kind).filter((kind) => kind !== 'created')

      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(
        visitor,
        { consoleUrl, path: `/#/workOrder/list/${data.id}` },
        userName,
        administratorPassword,
      )
      const act = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const title = (count: number) => page.getByRole('heading', { name: t('drafts.title', { count }) })
      const write = async (note: string) => {
        await act(t('orders.addNote'))
        await page.locator('.ant-drawer-open').getByLabel(t('orders.noteText'), { exact: true }).fill(note)
        await page.locator('.ant-drawer-open button[type=submit]').click()
        await page.locator('.ant-drawer-open').waitFor({ state: 'detached' })
      }
      const writes = /\/work\/order\/\d+\/(?:note|file)/

      await page.route(writes, (route) => route.abort())
      await write('<b>On site</b>')
      await title(1).waitFor()
      const picture = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer()
      await page
        .locator('.order-file-add input')
        .setInputFiles({ name: 'rack.jpg', mimeType: 'image/jpeg', buffer: picture })
      await title(2).waitFor()
      await page.reload()
      await title(2).waitFor()
      await page.locator('.kept-file img').waitFor()
      await page.getByText('<b>On site</b>').waitFor()
      await judge('kept')
      await page.goto(`${consoleUrl}/#/workOrder/list`)
      await title(2).waitFor()
      await judge('list')

      // Somebody else takes the phone after the session has ended.
      await comeIn(visitor, { consoleUrl, path: '/#/homePage' }, other.userName, administratorPassword)
      await page.goto('about:blank')
      await page.goto(`${consoleUrl}/#/workOrder/list`)
      await page.locator('#content h1').waitFor()
      expect(await title(2).count()).toBe(0)
      expect(await sentKinds()).toEqual([])

      await page.goto('about:blank')
      await comeIn(
        visitor,
        { consoleUrl, path: `/#/workOrder/list/${data.id}` },
        userName,
        administratorPassword,
      )
      await title(2).waitFor()
      // The server takes them, but its answer is lost.
      await page.unroute(writes)
      await page.route(writes, async (route) => {
        await route.fetch()
        // The page may have let go of it by then.
        await route.abort().catch(() => undefined)
      })
      await act(t('drafts.sendNow'))
      await expect.poll(sentKinds).toEqual(['<b>On site</b>'])
      await page.unroute(writes)
      await act(t('drafts.sendNow'))
      await title(2).waitFor({ state: 'detached' })
      await title(1).waitFor({ state: 'detached' })
      expect(await sentKinds()).toEqual(['photographed', '<b>On site</b>'])
      await page.locator('.order-pictures img').waitFor()

      // Refused: the order holds its most files by now.
      await page.route(writes, (route) => route.abort())
      await page
        .locator('.order-file-add input')
        .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') })
      await title(1).waitFor()
      await journey.own.sql.query(
        `with f as (insert into file (company_id, name, media_type, size, sha256)
           select $1, lpad(n::text, 32, 'a') || '.bin', 'text/plain', 1, '' from generate_series(1, 49) n returning id)
         insert into work_order_file (company_id, order_id, file_id, name, media_type, added_by)
         select $1, $2, id, 'a.txt', 'text/plain', 'A' from f`,
        [companyId, data.id],
      )
      await page.unroute(writes)
      await act(t('drafts.sendNow'))
      await page.getByText(t('errors.work_order.too_many_files', { most: 50 })).waitFor()
      await judge('refused')

      await page.locator('button.person').click()
      await page.getByRole('menuitem', { name: t('shell.signOut') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('drafts.leaveText')).waitFor()
      await judge('sign-out')
      await dialog.getByRole('button', { name: t('drafts.leave') }).click()
      await page.getByLabel(t('signIn.password'), { exact: true }).waitFor()
      // As text: the types of the browser are not those of this program.
      const left = await page.evaluate<number>(`new Promise((resolve) => {
        const opening = indexedDB.open('netward-drafts')
        opening.onsuccess = () => {
          const all = opening.result.transaction('draft').objectStore('draft').count()
          all.onsuccess = () => resolve(all.result)
        }
      })`)
      expect(left).toBe(0)
      expect(found).toEqual({ kept: [], list: [], refused: [], 'sign-out': [] })
    },
  )
})
