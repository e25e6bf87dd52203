import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** An administrator makes a wall screen; another browser shows it without a session until it is ended. */

describe.skipIf(browserPath === null)('wall screens', () => {
  const journey = ownJourney({})

  test.each(judgedLooks)(
    'a link shows the numbers of its page without a session, and says so when it is ended (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `wall-${language}`, { trial: true })
      await journey.own.sql.query(
        `insert into outlet (company_id, name, region) values ($1, 'Shop 12', 'East')`,
        [companyId],
      )
      const maker = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { t } = maker
      const made = judging(maker)
      const path = '/#/operationsCenter/overallNetworkOperationOverview?region=East'
      await comeIn(maker, { consoleUrl, path }, userName, administratorPassword)
      await maker.page.getByRole('button', { name: t('walls.open') }).click()
      await maker.page.getByText(`${t('panels.filters.region')}: East`).waitFor()
      const make = maker.page.getByRole('dialog').getByRole('button', { name: t('walls.make') })
      await make.click()
      await maker.page.getByText(t('walls.rangesEmpty')).waitFor()
      await maker.page.getByLabel(t('walls.name'), { exact: true }).fill('NOC')
      await maker.page.getByLabel(t('walls.ranges')).fill('0.0.0.0/0')
      await make.click()
      await maker.page.getByText(t('errors.wall.range_too_wide', { ipv4: 8, ipv6: 32 })).waitFor()
      await made.judge('form')
      await maker.page.getByLabel(t('walls.ranges')).fill('127.0.0.0/8\n::1')
      await make.click()
      await maker.page.getByText(t('walls.madeHint')).waitFor()
      await made.judge('link')
      const link = await maker.page.locator('.shown-once dd .mono').textContent()

      const wall = await visit(journey.browser, {
        language: language === 'zh' ? 'en' : 'zh',
        width: 1280,
        bypassCsp: true,
      })
      const shown = judging(wall)
      await wall.page.goto(link!)
      await wall.page
        .getByRole('heading', { level: 1, name: t('shell.titles.overall_operations_overview') })
        .waitFor()
      const outlets = wall.page.getByRole('region', {
        name: t('panels.of.outlets_normal.title'),
        exact: true,
      })
      await outlets.getByText('1', { exact: true }).first().waitFor()
      await wall.page.getByText('NOC').waitFor()
      expect(await wall.page.getByRole('link').count()).toBe(0)
      expect(await wall.page.getByRole('button').count()).toBe(0)
      await shown.judge('wall')

      await maker.page.getByRole('button', { name: t('common.shownOnceDone') }).click()
      await maker.page.goto(`${consoleUrl}/#/operationsCenter/walls`)
      await maker.page.getByText('127.0.0.1').first().waitFor()
      await made.judge('list')
      await maker.page.getByRole('button', { name: `${t('walls.end')} NOC` }).click()
      await maker.page
        .getByRole('dialog')
        .getByRole('button', { name: t('walls.end'), exact: true })
        .click()
      await maker.page.getByText(t('walls.states.ended')).first().waitFor()
      await wall.page.reload()
      // A screen that is over has no language of its own: the browser's.
      await wall.page.getByRole('heading', { level: 1, name: wall.t('walls.over') }).waitFor()
      await shown.judge('ended')
      expect({ ...made.found, ...shown.found }).toEqual({ form: [], link: [], list: [], wall: [], ended: [] })
      await maker.close()
      await wall.close()
    },
  )

  test('pages take turns; without an answer the last numbers stay and are said to be old, until it answers again', async () => {
    const { consoleUrl } = journey.own.server
    const { sql } = journey.own
    const { companyId } = await makeAdministrator(consoleUrl, 'wall-turns', { trial: true })
    await sql.query(`insert into outlet (company_id, name, region) values ($1, 'Shop 12', 'East')`, [
      companyId,
    ])
    const secret = randomBytes(32).toString('base64url')
    const { rows } = await sql.query<{ id: string }>(
      `insert into wall_screen (company_id, member_id, made_by, name, token_hash, pages, ranges, time_zone, language, look, expires_at)
       select m.company_id, m.id, 'Li Wei', 'NOC', $2, array['overall_operations_overview', 'service_health_monitoring'],
         array['127.0.0.0/8', '::1/128']::cidr[], 'Asia/Shanghai', 'en', 'light', now() + interval '1 day'
       from member m join member_role r on r.company_id = m.company_id and r.member_id = m.id and r.built_in = 'administrator'
       where m.company_id = $1 limit 1 returning id::text`,
      [companyId, createHash('sha256').update(secret).digest()],
    )
    const wall = await visit(journey.browser, { language: 'en', width: 1920 })
    const { page, t } = wall
    const titled = (chart: 'overall_operations_overview' | 'service_health_monitoring') =>
      page.getByRole('heading', { level: 1, name: t(`shell.titles.${chart}`) }).waitFor()
    // Timers go on by themselves; the test moves them ahead.
    await page.clock.install()
    await page.goto(`${consoleUrl}/#/login?view=wall&link=${secret}`)
    await titled('overall_operations_overview')
    await page.getByText('1/2').waitFor()
    const outlets = page.getByRole('region', { name: t('panels.of.outlets_normal.title'), exact: true })
    await outlets.getByText('1', { exact: true }).first().waitFor()
    await page.clock.fastForward(31_000)
    await titled('service_health_monitoring')
    await page.getByText('2/2').waitFor()
    await page.clock.fastForward(31_000)
    await titled('overall_operations_overview')

    // The server is away: what was read last stays.
    const away = '**/api/v1/chart/wall/**'
    await page.route(away, (route) => route.abort())
    await page.clock.fastForward(61_000)
    const stale = page.locator('.wall-stale')
    await stale.waitFor()
    expect(await stale.getAttribute('role')).toBe('alert')
    expect(await page.locator('.chart-panel').count()).toBeGreaterThan(3)
    await page.clock.fastForward(31_000)
    await stale.waitFor()
    await page.unroute(away)
    await page.clock.fastForward(11_000)
    await stale.waitFor({ state: 'detached' })

    // Its session is forgotten: the screen opens another by its link.
    const sessions = async () =>
      (
        await sql.query<{ hash: string }>(
          `select encode(token_hash, 'hex') as hash from wall_session where wall_id = $1`,
          [rows[0]!.id],
        )
      ).rows
    const before = await sessions()
    expect(before).toHaveLength(1)
    await sql.query('delete from wall_session where wall_id = $1', [rows[0]!.id])
    await page.clock.fastForward(61_000)
    await expect.poll(async () => (await sessions()).length).toBe(1)
    expect(await sessions()).not.toEqual(before)
    expect(await stale.count()).toBe(0)
    await wall.close()
  }, 120_000)
})
