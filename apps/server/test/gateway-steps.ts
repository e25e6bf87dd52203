import { simulatedImage } from '@netward/testkit'
import type { Visitor } from './browser.ts'
import { arriveAt } from './shell-fixture.ts'

/** Shared UI steps on gateways. */

/** An operator enters a tenant by the frame's switcher, from any page but the workbench, where it ends. */
export async function enterTenant({ page, t }: Visitor, name: string): Promise<void> {
  await page.getByRole('combobox', { name: t('shell.actingChoose') }).click()
  await page.locator('.tenant-option', { hasText: name }).first().click()
  await arriveAt(page, '#/homePage')
}

/** Creates a template of one parameter, from the template list. */
export async function writeTemplate(
  { page, t }: Visitor,
  template: { name: string; path: string; value: string },
): Promise<void> {
  await page
    .getByRole('button', { name: t('provisioning.create') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel(t('provisioning.name'), { exact: true }).fill(template.name)
  await form.getByRole('button', { name: t('provisioning.addValue') }).click()
  await form.getByLabel(t('provisioning.path')).fill(template.path)
  await form.getByLabel(t('provisioning.value')).fill(template.value)
  await form.getByRole('button', { name: t('common.save') }).click()
}

/** Previews the changes of a template's latest version, and applies it. */
export async function applyTemplate({ page, t }: Visitor, name: string): Promise<void> {
  await page.getByRole('button', { name: `${t('provisioning.versions.title')} ${name}` }).click()
  await page.getByText(t('provisioning.preview.title')).waitFor()
  await page.getByRole('button', { name: t('provisioning.versions.applyThis') }).click()
  await page.getByRole('button', { name: t('provisioning.apply'), exact: true }).click()
  await page.getByText(t('provisioning.applied_done')).waitFor()
}

/** Uploads a simulated image to the library, from the firmware list, and releases it. */
export async function releaseFirmware(
  { page, t }: Visitor,
  firmware: { version: string; models: string },
): Promise<void> {
  const { version, models } = firmware
  const field = (label: string) => page.locator('.ant-drawer').getByLabel(label, { exact: true })
  await page
    .getByRole('button', { name: t('ota.firmwareNew') })
    .first()
    .click()
  await field(t('ota.version')).fill(version)
  // Ends the name with a separator: Enter would pick the suggestion until it is known not to match.
  await field(t('ota.models')).fill(`${models},`)
  await page.locator('.ant-drawer button[type=submit]').click()
  await page.getByRole('button', { name: t('ota.fileChoose') }).waitFor()
  await field(t('ota.file')).setInputFiles({
    name: 'image.bin',
    mimeType: 'application/octet-stream',
    buffer: simulatedImage({ productClass: '', version }, 4_000),
  })
  await page.getByText('image.bin').first().waitFor()
  await page.getByRole('button', { name: t('ota.release') }).click()
  await page.getByText(t('ota.released')).first().waitFor()
}

/** Selects gateways on the smart CPE list, and fills in their upgrade campaign up to its dry run. */
export async function planUpgrade(
  visitor: Visitor,
  campaign: { name: string; version: string; gateways: readonly string[]; fit: number },
): Promise<void> {
  const { page, t } = visitor
  const { gateways } = campaign
  for (const name of gateways)
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page
    .locator('.list-batch')
    .getByRole('link', { name: t('ota.upgrade') })
    .click()
  await page.getByText(t('ota.chosenDevices', { count: gateways.length })).waitFor()
  await fillUpgrade(visitor, campaign)
}

/** Fills in the open campaign drawer, up to its dry run. */
export async function fillUpgrade(
  { page, t }: Visitor,
  campaign: { name: string; version: string; fit: number },
): Promise<void> {
  const { fit, version } = campaign
  const drawer = page.locator('.ant-drawer')
  await drawer.getByLabel(t('ota.campaignName'), { exact: true }).fill(campaign.name)
  await drawer.getByLabel(t('ota.firmware'), { exact: true }).click()
  await page.getByTitle(new RegExp(`^${version} `)).click()
  await page.getByRole('button', { name: t('ota.dryRunFits', { count: fit }) }).waitFor()
}

/** Starts the planned campaign. */
export async function beginUpgrade({ page, t }: Visitor, name: string): Promise<void> {
  await page.getByRole('button', { name: t('ota.create') }).click()
  await page.getByRole('heading', { name }).waitFor()
}

/** Sets the terminal page's device to SSH, as root. */
export async function setSshAccess(
  { page, t }: Visitor,
  way: { port: number; password: string },
): Promise<void> {
  await page.getByRole('button', { name: t('terminals.access'), exact: true }).click()
  await page.getByLabel(t('terminals.port'), { exact: true }).fill(String(way.port))
  await page.getByLabel(t('terminals.username'), { exact: true }).fill('root')
  await page.getByLabel(t('terminals.secretLabel')).click()
  await page.getByTitle(t('terminals.secret.password'), { exact: true }).click()
  await page.locator('input[type=password]').fill(way.password)
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await page.getByText(t('common.saved')).waitFor()
}

/** Opens a terminal on the terminal page's device. */
export async function openTerminal({ page, t }: Visitor, reason: string): Promise<void> {
  const name = t('terminals.open')
  await page.getByRole('button', { name, exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(t('terminals.reason')).fill(reason)
  await drawer.getByRole('button', { name, exact: true }).click()
}

/** Plays the newest recording of the terminal session list, up to where `text` is shown. */
export async function replayLatest({ page, t }: Visitor, text: string): Promise<void> {
  await page
    .getByRole('button', { name: t('terminals.replay'), exact: true })
    .first()
    .click()
  await page.locator('.terminal-replay').getByText(text).first().waitFor()
}
