/** What templates may say, without a library: the console offers it, and the server asks for it. */

/** What a template may fill in; `provision_variables` of the database gives their values. */
export const templateVariables = [
  'device.name',
  'device.serialNumber',
  'device.modelName',
  'company.name',
  'outlet.name',
  'outlet.code',
  'outlet.timeZone',
  'line.account',
] as const

export const templateSecretName = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** The password of the line whose account is `line.account`: no name that a company can give to a secret. */
export const lineSecretName = 'line.password'

/** What is wrong with the configuration of a gateway, as lists filter by it. */
export const configurationTroubles = ['drifted', 'failed', 'conflict'] as const

/** Hours between two comparisons of a gateway with its templates. */
export const checkHours = { least: 1, most: 168, usual: 24 } as const

export const rolloutBounds = { devices: 10_000, percent: 50 } as const

/** What people call the data models, by the root of their paths. */
export const dataModels = { 'Device.': 'TR-181', 'InternetGatewayDevice.': 'TR-098' } as const
