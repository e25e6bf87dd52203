import type { Language } from '@netward/phrases/server'
import { type ModelReply, type ModelService, startOpenaiService } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient } from './server-process.ts'

/** A question from the page of an outlet: lookups, linked numbers, a proposal, stop, retry, and all of it found again. */

const site = '虹桥店'
const call = (name: string, given: Record<string, unknown>): ModelReply => ({
  tools: [{ name, arguments: given }],
})

describe.skipIf(browserPath === null)('the assistant', () => {
  const journey = ownJourney({
    NETWARD_OUTGOING_RANGES: judgedLooks.map((_, at) => `127.0.0.0/8=asks-${at}`).join(','),
  })
  let models: ModelService
  const places: { userName: string; outletId: string }[] = []

  beforeAll(async () => {
    models = await startOpenaiService()
    const { consoleUrl } = journey.own.server
    for (const [at] of judgedLooks.entries()) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `asks-${at}`, { trial: true })
      const { rows } = await journey.own.sql.query<{ id: string }>(
        `with o as (insert into outlet (company_id, name) values ($1, $2) returning id),
           d as (insert into device (company_id, outlet_id, name, type, driver, presence, first_inform_at)
             select $1, id, 'Gateway ' || n, 'smart_cpe', 'none', 'offline', now() from o, generate_series(1, 3) n)
         select id::text from o`,
        [companyId, site],
      )
      places.push({ userName, outletId: rows[0]!.id })
      const person = await ApiClient.signIn(consoleUrl, userName, administratorPassword)
      const { data } = await person.call('POST /api/v1/assistant/provider', {
        name: 'Own models',
        preset: 'other',
        address: models.address,
        key: models.key,
        model: 'netward-large',
        isAbroad: false,
      })
      await person.call('POST /api/v1/assistant/consent', {
        providerId: data.id,
        contents: ['questions', 'network', 'records', 'files'],
        masked: [],
      })
    }
  })
  afterAll(() => models.stop())

  /** What the model says, call by call. */
  const script = (...replies: readonly ModelReply[]) => {
    const rest = [...replies]
    models.play = () => (rest.length > 1 ? rest.shift()! : rest[0]!)
  }

  /** The page of an outlet, and the panel beside it. */
  const open = async (language: Language, dark: boolean, width: number, at: number) => {
    const { consoleUrl } = journey.own.server
    const { userName, outletId } = places[at]!
    const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
    const { page, t } = visitor
    const { found, judge: judged } = judging(visitor)
    const panel = page.locator('#assistant-panel')
    const button = (name: string) => panel.getByRole('button', { name, exact: true })
    await comeIn(
      visitor,
      { consoleUrl, path: `/#/outletManagement/outlets/${outletId}` },
      userName,
      administratorPassword,
    )
    return {
      consoleUrl,
      outletId,
      page,
      t,
      panel,
      button,
      judge: async (step: string) => {
        await page.mouse.move(0, 0)
        await judged(step)
        if (process.env['SHOTS'])
          await page.screenshot({
            path: `${process.env['SHOTS']}/asks-${step.replaceAll(' ', '-')}-${at}.png`,
          })
      },
      ask: async (question: string) => {
        await panel.getByLabel(t('conversations.question'), { exact: true }).fill(question)
        await button(t('conversations.send')).click()
      },
      leave: async () => {
        expect(models.mistakes).toEqual([])
        expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
        expect(visitor.complaints).toEqual([])
        await visitor.close()
      },
    }
  }

  test.each(judgedLooks.map((look, at) => [...look, at] as const))(
    'a question from a page is looked up and answered, stopped, asked again and found again (%s, dark: %s, %i px)',
    async (language, dark, width, at) => {
      const { consoleUrl, outletId, page, t, panel, button, judge, ask, leave } = await open(
        language,
        dark,
        width,
        at,
      )
      const recipe = t('conversations.recipes.check_outlet')
      script(call('outlet', { outletId }), {
        words: `## 1\n\n[${site}](outlet:${outletId}) **3** / 98765\n\n| A | B |\n|---|---|\n| a | b |\n\n![x](https://evil.test/x.png) <img src=x>`,
      })
      await page.locator('#content').getByRole('button', { name: recipe }).click()
      const linked = panel.getByRole('button', {
        name: `3 ${t('conversations.source', { name: t('conversations.tools.outlet') })}`,
        exact: true,
      })
      await linked.first().waitFor()
      await button(`98765 ${t('conversations.noSource')}`).waitFor()
      expect(await panel.locator('img').count()).toBe(0)
      await panel
        .getByText(t('conversations.askedAbout', { question: recipe, name: site }))
        .first()
        .waitFor()
      await judge('answered')
      await linked.first().click()
      const step = panel.locator('.answer-step')
      expect(await step.getAttribute('aria-expanded')).toBe('true')
      await panel.getByText(`"name": "${site}"`).waitFor()
      expect(await page.evaluate('document.activeElement.matches(".answer-step")')).toBe(true)
      await judge('lookup')

      script({ words: 'slow '.repeat(400) })
      models.paceMilliseconds = 50
      await ask('one that takes long')
      await panel.getByText('slow slow').waitFor()
      await button(t('conversations.stop')).click()
      await panel.getByText(t('conversations.stopped'), { exact: true }).waitFor()
      script({ words: 'quick now' })
      models.paceMilliseconds = 0
      await button(t('conversations.retry')).click()
      await panel.getByText('quick now', { exact: true }).waitFor()
      expect(await panel.getByText(t('conversations.stopped'), { exact: true }).count()).toBe(0)

      await button(t('conversations.sent')).last().click()
      await page.getByRole('dialog').getByText('one that takes long').first().waitFor()
      await judge('what was sent')
      await page.keyboard.press('Escape')

      // Left in the middle, the answer goes on, and is there again.
      script({ words: `${'word '.repeat(60)}the end` })
      models.paceMilliseconds = 20
      await ask('one that is left')
      await panel.getByText('word word').waitFor()
      await page.goto(`${consoleUrl}/#/assistant`)
      await page.reload()
      await page.getByRole('heading', { level: 1, name: t('shell.titles.assistant') }).waitFor()
      await page.locator('.conversation-open').first().click()
      await page.locator('.answer-text').getByText('the end').waitFor()
      models.paceMilliseconds = 0
      await page.locator('.answer-acts').last().waitFor()
      await judge('page of conversations')
      await leave()
    },
    180_000,
  )

  test.each(judgedLooks.map((look, at) => [...look, at] as const))(
    'a proposal is carried out by the person who confirms it (%s, dark: %s, %i px)',
    async (language, dark, width, at) => {
      const { outletId, page, t, panel, button, judge, ask, leave } = await open(language, dark, width, at)
      await page.getByRole('button', { name: t('conversations.open'), exact: true }).waitFor()
      await page.keyboard.press('Control+j')
      script(
        call('propose_open_order', { title: `${site} 1`, description: 'loss', reason: 'lossy', outletId }),
        { words: 'see the proposal' },
      )
      await ask('open an order')
      await button(t('conversations.carryOut')).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('conversations.fields.title'), { exact: true }).fill('Loss at the outlet')
      await judge('proposal')
      await dialog.getByRole('button', { name: t('conversations.proposals.open_order'), exact: true }).click()
      await panel.getByRole('link', { name: t('conversations.made'), exact: true }).waitFor()
      await judge('carried out')
      expect(models.mistakes).toEqual([])
      await leave()
    },
    180_000,
  )
})
