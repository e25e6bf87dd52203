import { beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A note is written, found, read and deleted. */

const title = '门店断网处理'
const text = '1. 确认光猫电源\n2. 联系电信报障：10000'

describe.skipIf(browserPath === null)('notes of the assistant', () => {
  const journey = ownJourney()
  const people: string[] = []

  beforeAll(async () => {
    for (const [at] of judgedLooks.entries()) {
      const { consoleUrl } = journey.own.server
      people.push((await makeAdministrator(consoleUrl, `notes-${at}`, { trial: true })).userName)
    }
  })

  test.each(judgedLooks.map((look, at) => [...look, at] as const))(
    'a note is written, found, read and deleted (%s, dark: %s, %i px)',
    async (language, dark, width, at) => {
      const { consoleUrl } = journey.own.server
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge: judged } = judging(visitor)
      const judge = async (step: string) => {
        await judged(step)
        if (process.env['SHOTS'])
          await page.screenshot({
            path: `${process.env['SHOTS']}/notes-${step.replaceAll(' ', '-')}-${at}.png`,
          })
      }
      await comeIn(visitor, { consoleUrl, path: '/#/assistant/notes' }, people[at]!, administratorPassword)
      await page.getByText(t('assistantNotes.none'), { exact: true }).waitFor()
      await judge('empty')
      await page
        .getByRole('button', { name: t('assistantNotes.add'), exact: true })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      const save = drawer.getByRole('button', { name: t('common.save'), exact: true })
      await save.click()
      await drawer.getByText(t('assistantNotes.titleEmpty'), { exact: true }).waitFor()
      await drawer.getByLabel(t('assistantNotes.title'), { exact: true }).fill(title)
      await drawer.getByLabel(t('assistantNotes.text'), { exact: true }).fill(text)
      await judge('form')
      await save.click()
      const link = page.getByRole('link', { name: title, exact: true })
      await link.waitFor()
      await judge('list')
      await link.click()
      await drawer.getByText('联系电信报障').waitFor()
      await judge('reader')
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: `${t('common.delete')} ${title}`, exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common.delete'), exact: true })
        .click()
      await page.getByText(t('assistantNotes.none'), { exact: true }).waitFor()
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
