import { type ModelService, startOpenaiService } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

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
})
