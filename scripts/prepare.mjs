// Makes a clone ready: packages, the pinned Node, and as asked the web and a browser for the tests.
// Runs before there is anything installed: plain JavaScript, any Node from 20.19.
import process from 'node:process'
import { checkVersions } from './prepare/versions.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { Refusal } from './prepare/refusal.mjs'

try {
  checkVersions()
  await ensureInstalled()
  if (process.argv.includes('--build')) {
    const { ensureWeb } = await import('./prepare/web.mjs')
    await ensureWeb()
  }
  if (process.argv.includes('--browser')) {
    const { ensureBrowser } = await import('./prepare/browser.mjs')
    const { missing } = ensureBrowser()
    if (missing && process.env.CI === 'true') throw new Refusal(missing)
    if (missing) process.stderr.write(`${missing}\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`)
  process.exitCode = 1
}
