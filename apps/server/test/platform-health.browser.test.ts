import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSettled, judgedLooks, judging } from './accessibility.ts'
import { browserPath, type Visitor } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

const go = ({ page }: Visitor, path: string) => page.evaluate(`location.hash = ${JSON.stringify(path)}`)
const home = '/systemSettings/platformHealth'

describe.skipIf(browserPath === null)('platform health', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
    await arrange(shell)
  })
  afterAll(() => shell.close())

  test.each(judgedLooks)(
    'figures lead to their lists (%s, dark %s, %i px)',
    async (language, dark, width) => {
      const operator = await shell.operator({ language, dark, width, bypassCsp: true })
      const { page, t } = operator
      const { judge, found } = judging(operator)
      await go(operator, home)
      await page
        .getByRole('heading', { level: 1, name: t('shell.titles.platformHealth'), exact: true })
        .waitFor()
      await page.getByText('test.fail', { exact: true }).waitFor()
      await judge('health')
      for (const [figure, list, row] of [
        ['late', 'latePolls', 'shell'],
        ['failedDeliveries', 'failedDeliveries', 'Night shift'],
        ['samplesPerSecond', 'companySeries', 'shell'],
      ] as const) {
        await go(operator, home)
        await page
          .locator('.figure-strip')
          .getByRole('link', { name: t(`platformHealth.${figure}`) })
          .click()
        await page.getByRole('heading', { level: 1, name: t(`shell.titles.${list}`), exact: true }).waitFor()
        await page.getByText(row).first().waitFor()
        await judge(list)
      }
      await page
        .getByRole('button', { name: new RegExp(`^${t('platformHealth.setLimit')} `) })
        .first()
        .click()
      const limit = page.getByRole('spinbutton', { name: t('platformHealth.limitOwn') })
      await limit.fill('5')
      await page.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText(t('settings.between', { least: 100, most: 100_000_000 })).waitFor()
      await judge('limit')
      await limit.fill('120')
      await page.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText(t('platformHealth.ownLimit')).first().waitFor()
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((what) => [what, []])))
      expect(operator.complaints).toEqual([])
      await operator.close()
    },
  )

  test('people of a company see that its limit is reached, and not the page', async () => {
    const { rows } = await shell.sql.query<{ id: string }>(
      `select id::text from device where name = 'Core switch'`,
    )
    const visitor = await shell.administrator({ language: 'zh', bypassCsp: true })
    const { page, t } = visitor
    await go(visitor, `/equipmentManagement/deviceList/${rows[0]!.id}`)
    await page.getByText(t('platformHealth.limitReachedHint')).first().waitFor()
    await go(visitor, home)
    await isSettled(visitor)
    expect(await page.getByText(t('platformHealth.queues')).count()).toBe(0)
    await visitor.close()
  })
})

async function arrange({ sql, companyId }: Shell): Promise<void> {
  await sql.query(`select graphile_worker.add_job('test.fail', '{}'::json, job_key := 'fails', max_attempts := 1,
    run_at := now() + interval '1 day')`)
  await sql.query(`update graphile_worker._private_jobs set attempts = 1 where key = 'fails'`)
  await sql.query(
    `insert into device (company_id, msp_id, name, state, type, driver, ip_address, claimed_at, serial_number)
     select $1, msp_of($1), 'Core switch', 'claimed', 'switch', 'snmp', '198.51.100.9', now(), 'CS1'`,
    [companyId],
  )
  await sql.query(
    `insert into device_polling (device_id, company_id, state, last_poll_at)
     select id, company_id, 'ok', now() - interval '1 hour' from device where name = 'Core switch'
     on conflict (device_id) do update set state = 'ok', last_poll_at = excluded.last_poll_at`,
  )
  // Of a probe that is silent: the poller of this server does not ask it.
  await sql.query(
    `with p as (insert into probe (company_id, name, state, created_by) values ($1, 'Back office', 'revoked', 'x') returning id)
     update device_polling set probe_id = p.id from p where device_id = (select id from device where name = 'Core switch')`,
    [companyId],
  )
  await sql.query('select health_keep()')
  await sql.query(
    `insert into health_point (at, samples, late, waiting)
     select date_bin('5 minutes', now(), 'epoch') - n * interval '5 minutes', 9000 + 400 * (n % 7), n % 4, n % 9
     from generate_series(1, 200) n`,
  )
  await sql.query(
    `insert into metric_day (company_id, day, samples, refused, refused_at)
     select $1, (now() at time zone 'UTC')::date - n, 250000, case n when 0 then 40 else 0 end, case n when 0 then now() end
     from generate_series(0, 3) n`,
    [companyId],
  )
  await sql.query(
    `with k as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
       values ($1, 10, 'Night shift', '{}', '\\x00', 'robot', 'x') returning id),
     m as (insert into notice_message (company_id, channel_id, recipient, state, attempts, failure)
       select $1, id, 0, 'failed', 5, '{"reason": "credentials", "detail": ""}' from k returning id, channel_id),
     e as (insert into work_event (company_id, kind, notice, severity, subject_id, source, collected)
       values ($1, 'order', 'created', 'minor', 1, 'test', true) returning id)
     insert into delivery (company_id, work_company_id, work_event_id, transition, channel_id, recipient, state, due_at, message_id)
     select $1, $1, e.id, 'order_created', m.channel_id, 0, 'failed', now(), m.id from m, e`,
    [companyId],
  )
}
