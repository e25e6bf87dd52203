import { type OidcProvider, startOidcProvider } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { administratorPassword, freePort, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** An identity service is added, tested and linked, people come in through it, and outsiders do not. */

const list = '/#/systemSettings/dockingManagement'

describe.skipIf(browserPath === null)('sign-in elsewhere', () => {
  let browser: Browser
  let own: OwnServer
  let provider: OidcProvider

  beforeAll(async () => {
    provider = await startOidcProvider({ clientId: 'netward', secret: 'client-secret-1' })
    const ranges = judgedLooks.map(([language, , width]) => `127.0.0.0/8=so-${language}-${width}`)
    const port = await freePort()
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({
        NETWARD_OUTGOING_RANGES: ranges.join(','),
        NETWARD_PORT: String(port),
        // Services send browsers back to it.
        NETWARD_PUBLIC_URL: `http://127.0.0.1:${port}`,
      }),
    ])
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
    await provider.stop()
  })

  test.each(judgedLooks)(
    'a channel is added, an outsider refused, an account linked (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = own.server
      const code = `so-${language}-${width}`
      const { companyId, userName } = await makeAdministrator(consoleUrl, code)
      await own.sql.query('update company set prefix = $2 where id = $1', [companyId, code])
      provider.person = {
        sub: `sub-${code}`,
        name: 'Li Wei',
        email: 'li.wei@corp.example',
        email_verified: true,
      }
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const field = (name: 'issuer' | 'clientId' | 'secret') =>
        page.getByLabel(t(`signOn.fields.oidc.${name}.label`), { exact: true })
      await comeIn(visitor, { consoleUrl, path: `${list}/edit?channel=6` }, userName, administratorPassword)
      await page.getByLabel(t('integrations.name'), { exact: true }).fill('Corp ID')
      await field('issuer').fill(provider.issuer)
      await field('clientId').fill('netward')
      await field('secret').fill('client-secret-1')
      await judge('form')
      await button(t('common.save')).click()
      // The addresses for the service come next.
      await page.getByText(t('signOn.callback'), { exact: true }).waitFor()
      await button(t('signOn.test')).click()
      await page.getByText(t('signOn.testDone', { checked: `${provider.issuer}, netward` })).waitFor()
      const callback = (await page.locator('.integration-addresses dd').first().textContent()) ?? ''
      provider.redirectUris.push(callback.trim())
      await judge('channel')

      const outsider = await visit(browser, { language, dark, width, bypassCsp: true })
      const outside = judging(outsider)
      await outsider.page.goto(`${consoleUrl}/${code}`)
      const way = outsider.page.getByRole('link', {
        name: t('signIn.byNamed', { name: 'Corp ID' }),
        exact: true,
      })
      await way.waitFor()
      await outside.judge('sign-in page')
      await way.click()
      await outsider.page.getByText(t('access.refusals.not_linked')).waitFor()
      await outside.judge('refused')

      // The own account: the password, the service, and back.
      await page.goto(`${consoleUrl}/${code}#/systemSettings/personalInformation`)
      await button(`${t('signOn.ownLink')} Corp ID`).click()
      await page.getByLabel(t('account.currentPassword'), { exact: true }).fill(administratorPassword)
      await judge('link')
      await button(t('signOn.ownLinkSubmit')).click()
      await page.getByText(t('signOn.ownLinkedDone')).waitFor()
      await page.getByText(t('signOn.ownLinked', { name: 'Li Wei · li.wei@corp.example' })).waitFor()

      // At the root the company's code leads there.
      await outsider.page.goto(`${consoleUrl}/#/login`)
      await outsider.page.getByRole('link', { name: t('signIn.byCompany'), exact: true }).click()
      await outsider.page.getByLabel(t('access.companyCode'), { exact: true }).fill(code)
      await outsider.page.getByRole('button', { name: t('access.companySubmit'), exact: true }).click()
      await way.waitFor()
      await outside.judge('company')
      await way.click()
      await outsider.page.locator('.console-app').waitFor()
      expect(new URL(outsider.page.url()).pathname).toBe(`/${code}`)

      const fromMore = async (entry: string) => {
        await page.getByRole('button', { name: t('integrations.moreOf', { name: 'Corp ID' }) }).click()
        await page.getByRole('menuitem', { name: entry, exact: true }).click()
      }
      await page.goto(`${consoleUrl}/${code}${list.slice(1)}`)
      await fromMore(t('signOn.people'))
      await page.getByText('Li Wei · li.wei@corp.example').first().waitFor()
      await judge('people')
      await page.goBack()
      await fromMore(t('signOn.calls'))
      await page.getByText(t('signOn.outcomes.refused'), { exact: true }).first().waitFor()
      await judge('calls')

      for (const seen of [found, outside.found])
        expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((step) => [step, []])))
      expect([...visitor.complaints, ...outsider.complaints]).toEqual([])
      await Promise.all([visitor.close(), outsider.close()])
    },
    180_000,
  )
})
