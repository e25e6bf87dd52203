import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { type Account, firstPassword, type SignInServer, startSignInServer } from './sign-in-fixture.ts'

const structure = '/#/permissionManagement/organizationalStructure'

let s: SignInServer

const press = (within: Locator, name: string) => within.getByRole('button', { name }).last().click()
const body = ({ page }: Visitor) => page.locator('body')
const drawer = ({ page }: Visitor) => page.getByRole('dialog').last()
const row = ({ page }: Visitor, name: string) => page.getByRole('row').filter({ hasText: name })
const node = ({ page }: Visitor, name: string) =>
  page.locator('.departments-tree').getByTitle(name, { exact: true })

describe.skipIf(browserPath === null)('members', () => {
  let browser: Browser
  let mine: string
  let administrator: Account
  beforeAll(async () => {
    browser = await sharedBrowser()
    s = await startSignInServer()
    mine = await s.company('mine')
    administrator = await s.account(mine, 'mine')
  })
  afterAll(async () => {
    await closeVisits(browser)
    await s.stop()
  })

  async function arrive(language: 'zh' | 'en', username: string, path = structure): Promise<Visitor> {
    const visitor = await visit(browser, { language })
    await comeIn(visitor, { consoleUrl: s.server.consoleUrl, path }, username, firstPassword)
    return visitor
  }

  test('departments are made, and a file brings people into them once its rows are right', async () => {
    const visitor = await arrive('zh', administrator.userName)
    const { page, t } = visitor
    const make = async (name: string) => {
      await press(body(visitor), t('account.departments.create'))
      await drawer(visitor).getByLabel(t('account.departments.name'), { exact: true }).fill(name)
      await press(drawer(visitor), t('common.save'))
      await node(visitor, name).waitFor()
    }
    await make('华东')
    // The new item is selected: the next one is created below it.
    await page.waitForURL(/department=\d+/)
    await make('上海')

    const give = (rows: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: '成员.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`姓名,手机号,邮箱,角色,部门\r\n${rows}`),
      })
    await press(body(visitor), t('account.members.import'))
    await give(
      '王芳,,wang.fang@example.test,工程师,华东/上海\r\n李强,,,工程师,\r\n陈静,13900139000,,夜班,\r\n',
    )
    await press(drawer(visitor), t('common.import.preview'))
    for (const reason of [
      t('account.invitations.import.contact'),
      t('account.invitations.import.roleUnknown', { value: '夜班' }),
    ])
      await drawer(visitor).getByText(reason, { exact: true }).last().waitFor()
    await give('王芳,,wang.fang@example.test,工程师,华东/上海\r\n陈静,13900139000,,工程师|用户层,华东\r\n')
    await press(drawer(visitor), t('common.import.preview'))
    await drawer(visitor)
      .getByText(t('common.import.states.new', { count: 2 }))
      .waitFor()
    await press(drawer(visitor), t('common.import.start'))
    await page.getByText(t('common.import.done', { count: 2 })).waitFor()
    await page.getByRole('tab', { name: t('account.invitations.tab') }).click()
    await row(visitor, '13900139000').getByText('工程师 · 用户层').waitFor()
    await row(visitor, 'wang.fang@example.test').waitFor()
    expect(visitor.complaints.filter((text) => !text.includes('422'))).toEqual([])
    await visitor.close()
  })

  test('a member disabled at work is notified with the next click, and has to sign in again', async () => {
    const made = await s.operator.actingIn(mine).call('POST /api/v1/auth/member', {
      userName: 'worker',
      displayName: 'Zhao Yi',
      password: firstPassword,
      role: 'engineer',
    })
    expect(made.code).toBe(0)
    await s.sql.query(`update person set must_complete = false where user_name = 'worker'`)
    const worker = await arrive('en', 'worker@mine', '/#/homePage')
    const boss = await arrive('en', administrator.userName)
    const { t } = boss
    await press(row(boss, 'Zhao Yi'), `${t('account.members.more')} Zhao Yi`)
    await boss.page.getByRole('menuitem', { name: t('account.members.disable') }).click()
    await press(drawer(boss), t('account.members.disable'))
    await row(boss, 'Zhao Yi').getByText(t('account.members.statuses.disabled')).waitFor()
    await worker.page.evaluate('location.hash = "#/systemSettings/personalInformation"')
    const dialog = worker.page.getByRole('alertdialog')
    await dialog.getByText(t('errors.40032')).waitFor()
    await press(dialog, t('common.signInAgain'))
    await worker.page.getByLabel(t('signIn.userName'), { exact: true }).waitFor()
    await worker.close()
    await boss.close()
  })

  test.each(['zh', 'en'] as const)(
    'who holds work hands it over before leaving, and the credentials that they know are listed (%s)',
    async (language) => {
      const made = await s.operator.actingIn(mine).call('POST /api/v1/auth/member', {
        userName: `leaver-${language}`,
        displayName: `Sun Li ${language}`,
        password: firstPassword,
        role: 'engineer',
      })
      const { userCode } = made.data
      await s.sql.query(`update company set products = products || '{work_orders}' where id = $1`, [mine])
      await s.sql.query(
        `insert into work_order (company_id, type, category, title, impact, urgency, priority, state, created_by, assignee_id,
           assignee_name) values ($1, 'fault', 'other', 'No internet', 'low', 'low', 4, 'in_progress', 'x', $2, 'Sun Li')`,
        [mine, userCode],
      )
      await s.sql.query(`update org_node n set head_id = m.id from member m
        where m.person_id = ${userCode} and m.company_id = n.company_id and n.parent_id is null`)
      await s.sql.query(
        `with d as (insert into device (company_id, name, type, oui, serial_number)
           values ($1, 'Edge ' || $3::text, 'smart_cpe', 'AABBCC', 'L' || ($2::bigint)::text) returning id)
         insert into terminal_session (company_id, device_id, device_name, person_id, person_name, home_company_id, from_outside,
           session_id, remote_address, reason, protocol, port, encoding, username, state, started_at)
         select $1, id, 'Edge ' || $3::text, $2::bigint, 'Sun Li', $1, false, 1, '::1', 'why', 'ssh', 22, 'utf8', 'root', 'ended', now()
         from d`,
        [mine, userCode, language],
      )
      await s.sql.query(
        `with p as (update person set email = 'sun.' || $3::text || '@example.test', email_verified_at = now() where id = $2 returning email)
         insert into report_schedule (company_id, maker_company_id, maker_name, period, language, review, recipients, next_on, edited_by)
         select $1, $1, 'x', case $3 when 'zh' then 'monthly' else 'weekly' end, 'en', false, array[email], '2099-01-01', 'x' from p`,
        [mine, userCode, language],
      )
      const boss = await arrive(language, administrator.userName)
      const { page, t } = boss
      const name = `Sun Li ${language}`
      const wide = page.viewportSize()!
      await press(row(boss, name), `${t('account.members.more')} ${name}`)
      await page.getByRole('menuitem', { name: t('account.members.disable') }).click()
      await drawer(boss).getByText(t('offboarding.title', { name })).waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await drawer(boss).getByText(t('offboarding.tab')).waitFor()
      await drawer(boss)
        .getByText(`${t('offboarding.kinds.reports')} (1)`)
        .waitFor()
      expect(await drawer(boss).evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
      await press(drawer(boss), t('offboarding.act.disabled'))
      await drawer(boss).getByText(t('offboarding.choose')).last().waitFor()
      await drawer(boss).getByLabel(t('offboarding.toAll')).click()
      await page.locator('.ant-select-item-option').filter({ hasNotText: 'Sun Li' }).first().click()
      await press(drawer(boss), t('offboarding.act.disabled'))
      await drawer(boss).waitFor({ state: 'detached' })
      await page.setViewportSize(wide)
      await row(boss, name).getByText(t('account.members.statuses.disabled')).waitFor()
      const { rows } = await s.sql.query<{ open: string }>(
        `select count(*) filter (where assignee_id = $1) as open from work_order where company_id = $2`,
        [userCode, mine],
      )
      expect(rows[0]!.open).toBe('0')
      await page.getByRole('tab', { name: t('offboarding.tab') }).click()
      await row(boss, `Edge ${language}`).getByText('root').waitFor()
      await row(boss, `Edge ${language}`).getByRole('checkbox').check()
      await page.getByRole('button', { name: t('offboarding.mark') }).click()
      await row(boss, `Edge ${language}`).getByText(t('offboarding.states.changed')).waitFor()
      expect(boss.complaints).toEqual([])
      await boss.close()
    },
  )
})
