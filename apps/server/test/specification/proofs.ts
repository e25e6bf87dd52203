/**
 * A test that proves something: its file and a part of its name. `where` shortens the paths that are often named.
 */
export type Proof = readonly [file: string, name: string]

const where = {
  web: 'apps/web/src',
  browser: 'apps/server/test',
  server: 'apps/server/src',
  modules: 'apps/server/src/modules',
  contract: 'packages/contract/src',
} as const

export function proofIn(place: keyof typeof where, file: string): (name: string) => Proof {
  return (name) => [`${where[place]}/${file}`, name]
}

export const shell = proofIn('browser', 'shell.browser.test.ts')
export const shellSettings = proofIn('browser', 'shell-settings.browser.test.ts')
export const singleAccount = proofIn('browser', 'single-account.browser.test.ts')
export const signIn = proofIn('browser', 'sign-in.browser.test.ts')
export const gettingAnAccount = proofIn('browser', 'getting-an-account.browser.test.ts')
export const account = proofIn('browser', 'account.browser.test.ts')
export const people = proofIn('browser', 'people.browser.test.ts')
export const settings = proofIn('browser', 'settings.browser.test.ts')
export const workbench = proofIn('browser', 'workbench.browser.test.ts')
export const tenantJourney = proofIn('browser', 'tenants.browser.test.ts')
export const memberJourney = proofIn('browser', 'members.browser.test.ts')
export const roleJourney = proofIn('browser', 'roles.browser.test.ts')
export const licenceJourney = proofIn('browser', 'licences.browser.test.ts')
export const applicationJourney = proofIn('browser', 'applications.browser.test.ts')
export const firstLine = proofIn('browser', 'first-line.browser.test.ts')
export const gatewayLife = proofIn('browser', 'gateway-life.browser.test.ts')
export const upgradeJourney = proofIn('browser', 'upgrades.browser.test.ts')
export const diagnosticJourney = proofIn('browser', 'diagnostics.browser.test.ts')
export const templateJourney = proofIn('browser', 'provisioning.browser.test.ts')
export const devices = proofIn('modules', 'devices/devices.test.ts')
export const equipment = proofIn('modules', 'equipment/equipment.test.ts')
export const snapshots = proofIn('modules', 'inventory/snapshots.test.ts')
export const configurations = proofIn('modules', 'configurations/configurations.test.ts')
export const realCollector = proofIn('modules', 'snmp/real-collector.test.ts')
export const chartRange = proofIn('web', 'features/metrics/range.test.ts')
export const deviceBatches = proofIn('modules', 'devices/device-batch.test.ts')
export const deviceLists = proofIn('modules', 'devices/device-list.test.ts')
export const diagnosticSeries = proofIn('modules', 'diagnostics/throughput.test.ts')
export const deviceChecks = proofIn('modules', 'diagnostics/device-check.test.ts')
export const templates = proofIn('modules', 'provisioning/provisioning.test.ts')
export const campaigns = proofIn('modules', 'ota/campaign.test.ts')
export const liveCampaigns = proofIn('modules', 'ota/live-campaign.test.ts')
export const firmwareUploads = proofIn('modules', 'ota/uploads.test.ts')
export const terminalJourney = proofIn('browser', 'terminals.browser.test.ts')
export const terminals = proofIn('modules', 'terminal/terminal.test.ts')
export const terminalConsent = proofIn('modules', 'terminal/terminal-consent.test.ts')
export const terminalProfiles = proofIn('modules', 'terminal/terminal-profiles.test.ts')
export const openSsh = proofIn('modules', 'terminal/open-ssh.test.ts')
export const telnetServer = proofIn('modules', 'terminal/telnetd.test.ts')
export const guard = proofIn('web', 'app/guard.test.ts')
export const routeTable = proofIn('web', 'app/route-table.test.ts')
export const loadSession = proofIn('web', 'app/load-session.test.ts')
export const followRights = proofIn('web', 'app/follow-rights.test.ts')
export const prefix = proofIn('web', 'lib/prefix.test.ts')
export const preferences = proofIn('web', 'lib/preferences.test.ts')
export const shellDefaults = proofIn('web', 'lib/shell-settings.test.ts')
export const permissions = proofIn('web', 'lib/permissions.test.ts')
export const apiClient = proofIn('web', 'lib/api-client.test.ts')
export const apiRequest = proofIn('web', 'lib/api-request.test.ts')
export const apiErrors = proofIn('web', 'lib/api-errors.test.ts')
export const sessionEnd = proofIn('web', 'lib/session-end.test.ts')
export const cookies = proofIn('web', 'lib/cookies.test.ts')
export const importFile = proofIn('web', 'features/onboarding/import-file.test.ts')
export const imageFile = proofIn('web', 'lib/image-file.test.ts')
export const fieldRules = proofIn('contract', 'field-rules.test.ts')
export const logo = proofIn('modules', 'files/logo.test.ts')
export const identity = proofIn('modules', 'identity/identity.test.ts')
export const registrations = proofIn('modules', 'accounts/registrations.test.ts')
export const tenants = proofIn('modules', 'organisations/tenants.test.ts')
export const tenantStates = proofIn('modules', 'organisations/tenant-states.test.ts')
export const members = proofIn('modules', 'members/members.test.ts')
export const memberActs = proofIn('modules', 'members/member-acts.test.ts')
export const departments = proofIn('modules', 'members/departments.test.ts')
export const roles = proofIn('modules', 'roles/roles.test.ts')
export const publishing = proofIn('modules', 'roles/publishing.test.ts')
export const products = proofIn('modules', 'products/products.test.ts')
export const applications = proofIn('modules', 'applications/applications.test.ts')
export const licences = proofIn('modules', 'licences/licences.test.ts')
export const quotas = proofIn('modules', 'licences/quotas.test.ts')
export const installation = proofIn('modules', 'settings/settings.test.ts')
