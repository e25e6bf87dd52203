import type { Page } from 'playwright-core'

export const picture = (page: Page, name: string) =>
  page.screenshot({ path: `/tmp/signin-shots/${name}.png`, fullPage: true })
