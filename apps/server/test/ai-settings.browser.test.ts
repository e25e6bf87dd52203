import { type ModelService, startOpenaiService } from '@netward/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** A model service is added and tested, consent given, and the test stands in the statistics of tokens. */

describe.skipIf(browserPath === null)('AI access settings', () => {
  const journey = ownJourney({
    NETWARD_OUTGOING_RANGES: judgedLooks.map((_, at) => `127.0.0.0/8=ai-${at}`).join(','),
  })
  let models: ModelService
  const people: string[] = []

  beforeAll(async () => {
    models = await startOpenaiService()
    for (const [at] of judgedLooks.entries())
      people.push(
        (await makeAdministrator(journey.own.server.consoleUrl, `ai-${at}`, { trial: true })).userName,
      )
  })
  afterAll(() => models.stop())

  test.each(judgedLooks.map((look, at) => [...look, at] as const))(
    'a service is added, tested, agreed to and counted (%s, dark: %s, %i px)',
    async (language, dark, width, at) => {
      const { consoleUrl } = journey.own.server
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge: judged } = judging(visitor)
      const judge = async (step: string) => {
        await judged(step)
        if (process.env['SHOTS'])
          await page.screenshot({ path: `${process.env['SHOTS']}/${step.replaceAll(' ', '-')}-${at}.png` })
      }
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const field = (name: 'name' | 'address' | 'key' | 'model') =>
        page.getByLabel(t(`assistant.${name}`), { exact: true })
      const tab = (name: 'consent' | 'budgets' | 'statistics') =>
        page.getByRole('tab', { name: t(`assistant.tabs.${name}`), exact: true })
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/systemSettings/AIManagement' },
        people[at]!,
        administratorPassword,
      )
      await page.getByText(t('assistant.none'), { exact: true }).waitFor()
      await judge('empty')
      await button(t('assistant.add')).click()
      await field('name').fill('Own models')
      await field('address').fill(models.address)
      await field('key').fill(models.key)
      await field('model').fill('netward-large')
      await judge('form')
      await button(t('common.save')).click()
      await button(`${t('assistant.test')} Own models`).click()
      await page.getByText(t('assistant.testDone'), { exact: true }).first().waitFor()
      await judge('tested')
      await page.reload()
      await tab('consent').click()
      await button(`${t('assistant.give')} Own models`).click()
      await page.getByRole('dialog').getByText(models.address, { exact: true }).waitFor()
      await judge('consent')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('assistant.give'), exact: true })
        .click()
      await button(`${t('assistant.withdraw')} Own models`).waitFor()
      await judge('agreed')
      await tab('budgets').click()
      await judge('budgets')
      await tab('statistics').click()
      await page.getByText('netward-large').first().waitFor()
      await judge('statistics')
      expect(models.mistakes).toEqual([])
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )

  test.each(judgedLooks.map((look, at) => [...look, at] as const))(
    'an offered service is agreed to, and more than a budget granted (%s, dark: %s, %i px)',
    async (language, dark, width, at) => {
      const { consoleUrl } = journey.own.server
      const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
      const made = await operator.call('POST /api/v1/assistant/provider', {
        name: `Shared ${at}`,
        preset: 'other',
        address: models.address,
        key: models.key,
        model: 'netward-large',
        isAbroad: false,
      })
      const look = { language, dark, width, bypassCsp: true }
      const path = '/#/systemSettings/AIManagement'
      const above = await visit(journey.browser, look)
      const { found, judge: judged } = judging(above)
      const shot = async (page: Page, step: string) => {
        if (process.env['SHOTS'])
          await page.screenshot({ path: `${process.env['SHOTS']}/${step}-${at}.png`, fullPage: true })
      }
      const { t } = above
      const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
      const tabOf = (page: Page, name: 'consent' | 'budgets' | 'statistics') =>
        page.getByRole('tab', { name: t(`assistant.tabs.${name}`), exact: true })

      await comeIn(above, { consoleUrl, path }, 'admin', operatorPassword)
      await buttonOf(above.page, `${t('assistant.offer')} Shared ${at}`).click()
      const dialog = above.page.getByRole('dialog')
      await dialog.getByText(t('assistant.offerChosen'), { exact: true }).click()
      await dialog.getByLabel(t('assistant.offerCompanies'), { exact: true }).click()
      await above.page.getByTitle(`Company ai-${at}`, { exact: true }).click()
      await dialog.getByLabel(t('assistant.offerTokens'), { exact: true }).fill('500000')
      await judged('offer')
      await shot(above.page, 'offer')
      await buttonOf(above.page, t('common.save')).click()
      await above.page.getByText(t('assistant.offeredTo', { names: `Company ai-${at}` })).waitFor()
      await shot(above.page, 'offers')
      await tabOf(above.page, 'statistics').click()
      await above.page.getByText(t('assistant.sources.offered'), { exact: true }).click()
      await judged('use of offers')
      await shot(above.page, 'offered-use')

      const below = await visit(journey.browser, look)
      const { page } = below
      const second = judging(below)
      await comeIn(below, { consoleUrl, path }, people[at]!, administratorPassword)
      await page.getByText(`Shared ${at}`, { exact: true }).waitFor()
      await second.judge('offered')
      await shot(page, 'offered')
      await tabOf(page, 'consent').click()
      await buttonOf(page, `${t('assistant.give')} Shared ${at}`).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('assistant.give'), exact: true })
        .click()
      await buttonOf(page, `${t('assistant.withdraw')} Shared ${at}`).waitFor()

      const chief = await ApiClient.signIn(consoleUrl, people[at]!, administratorPassword)
      await chief.call('PUT /api/v1/assistant/settings', {
        monthCost: null,
        monthTokens: 1,
        dayCost: null,
        dayTokens: null,
        perMinute: 20,
        atOnce: 3,
        routes: [],
      })
      await chief.call('POST /api/v1/assistant/request', { reason: 'Hongqiao is slow' })
      await tabOf(page, 'budgets').click()
      await buttonOf(page, `${t('assistant.decide')} Li Wei`).click()
      const decision = page.getByRole('dialog')
      await decision.getByLabel(t('assistant.grantTokens'), { exact: true }).fill('90000')
      await second.judge('decision')
      await shot(page, 'decision')
      await buttonOf(page, t('common.save')).click()
      await page.getByText(t('assistant.requestStates.granted'), { exact: true }).waitFor()
      await second.judge('granted')
      await shot(page, 'granted')
      const settings = await chief.call('GET /api/v1/assistant/settings')
      expect(settings.data.used.extraTokens).toBe(90_000)
      expect((await chief.call('GET /api/v1/assistant/offered')).data.items).toMatchObject([
        { id: made.data.id, consented: true },
      ])
      for (const steps of [found, second.found])
        expect(steps).toEqual(Object.fromEntries(Object.keys(steps).map((step) => [step, []])))
      expect([...above.complaints, ...below.complaints]).toEqual([])
      await above.close()
      await below.close()
    },
    180_000,
  )
})
