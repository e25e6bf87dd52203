import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A model, a warehouse, what is received by scanning, the life of one piece, and a stocktaking that misses it. */

describe.skipIf(browserPath === null)('spare parts', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'parts are received by scanning, found, and followed (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { userName } = await makeAdministrator(consoleUrl, `parts-${language}`, { trial: true })
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(visitor, { consoleUrl, path: '/#/parts/models' }, userName, administratorPassword)
      const drawer = page.locator('.ant-drawer-open')
      const content = page.locator('#content')
      const press = (name: string) =>
        content
          .getByRole('button', { name: new RegExp(`^(plus )?${name}$`) })
          .first()
          .click()
      const submit = () => drawer.locator('button[type=submit]').click()
      const fill = (label: string, value: string) => drawer.getByLabel(label, { exact: true }).fill(value)
      const choose = async (label: string, option: string) => {
        await drawer.getByLabel(label, { exact: true }).click()
        await page.locator('.ant-select-dropdown:visible').getByText(option).click()
      }
      await press(t('parts.addModel'))
      await fill(t('parts.model'), 'S5735-L24')
      await fill(t('parts.brand'), 'Huawei')
      await judge('model')
      await submit()
      await content.getByText('S5735-L24').waitFor()
      await judge('models')
      await page.goto(`${consoleUrl}/#/parts/warehouses`)
      await press(t('parts.addWarehouse'))
      await fill(t('parts.warehouse'), 'Shanghai')
      await submit()
      await content.getByText('Shanghai').waitFor()
      await judge('warehouses')
      await page.goto(`${consoleUrl}/#/parts/stock`)
      await press(t('parts.receive'))
      await choose(t('parts.warehouse'), 'Shanghai')
      await choose(t('parts.model'), 'Huawei S5735-L24')
      // A handheld scanner types, and ends with Enter.
      const serials = drawer.getByLabel(t('parts.serials'), { exact: true })
      await serials.pressSequentially('2102351A')
      await serials.press('Enter')
      await serials.pressSequentially('2102351B')
      await drawer.getByText(t('parts.serialsCount', { count: 2 })).waitFor()
      await judge('receive')
      await submit()
      await content.getByText('Huawei S5735-L24').waitFor()
      await press(t('parts.setMinimum'))
      await choose(t('parts.warehouse'), 'Shanghai')
      await choose(t('parts.model'), 'Huawei S5735-L24')
      await fill(t('parts.minimum'), '5')
      await submit()
      await content.getByText(t('parts.shortBy', { count: 3 })).waitFor()
      await judge('stock')
      await page.goto(`${consoleUrl}/#/parts/serials`)
      await content.getByRole('link', { name: '2102351A' }).click()
      await content.getByRole('heading', { name: t('parts.life') }).waitFor()
      await content.getByText(t('parts.kinds.receive')).waitFor()
      await judge('serial')
      await page.goto(`${consoleUrl}/#/parts/movements`)
      await content.getByRole('link', { name: '2102351B' }).waitFor()
      await judge('movements')
      await page.goto(`${consoleUrl}/#/parts/counts`)
      await press(t('parts.count'))
      await choose(t('parts.warehouse'), 'Shanghai')
      await submit()
      await press(t('parts.countEnter'))
      await fill(t('parts.serials'), '2102351B')
      await submit()
      await content.getByRole('link', { name: '2102351A' }).waitFor()
      await judge('count')
      await press(t('parts.countConfirm'))
      await fill(t('parts.reason'), 'Yearly count')
      await submit()
      await content.getByText(t('parts.countResult', { found: 0, lost: 1 })).waitFor()
      await page.goto(`${consoleUrl}/#/parts/counts`)
      await content.getByRole('heading', { name: t('shell.titles.partCounts') }).waitFor()
      await judge('counts')
      await page.goto(`${consoleUrl}/#/parts/transfers`)
      await content.getByText(t('parts.transfersNone')).waitFor()
      await press(t('parts.transfer'))
      await judge('transfer')
      await page.goto(`${consoleUrl}/#/parts/claims`)
      await content.getByText(t('parts.claimsNone')).waitFor()
      await press(t('parts.claim'))
      await judge('claim')
      expect(Object.values(found).flat()).toEqual([])
    },
    180_000,
  )
})
