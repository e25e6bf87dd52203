/** Contents of templates, without a library: the console offers it, and the server requires it. */

/** Variables of templates; `provision_variables` of the database resolves them. */
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

/** The password of the line whose account is `line.account`: companies cannot use this name for a secret. */
export const lineSecretName = 'line.password'

/** Configuration problems of a gateway, as lists filter by them. */
export const configurationTroubles = ['drifted', 'failed', 'conflict'] as const

/** Hours between two drift checks of a gateway. */
export const checkHours = { least: 1, most: 168, usual: 24 } as const

export const rolloutBounds = { devices: 10_000, percent: 50 } as const

/** Names of the data models, by the root of their paths. */
export const dataModels = { 'Device.': 'TR-181', 'InternetGatewayDevice.': 'TR-098' } as const
