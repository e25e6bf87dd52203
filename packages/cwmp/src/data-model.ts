import type { ParameterValue } from './messages.ts'

/** TR-181 is `Device.`, TR-098 `InternetGatewayDevice.`. */
export type DataModelRoot = 'Device.' | 'InternetGatewayDevice.'

/** The project's names for parameters, and their paths below the root. Both models agree on these. */
const sharedPaths = {
  manufacturer: 'DeviceInfo.Manufacturer',
  modelName: 'DeviceInfo.ModelName',
  serialNumber: 'DeviceInfo.SerialNumber',
  productClass: 'DeviceInfo.ProductClass',
  hardwareVersion: 'DeviceInfo.HardwareVersion',
  softwareVersion: 'DeviceInfo.SoftwareVersion',
  provisioningCode: 'DeviceInfo.ProvisioningCode',
  upTime: 'DeviceInfo.UpTime',
  acsUrl: 'ManagementServer.URL',
  username: 'ManagementServer.Username',
  password: 'ManagementServer.Password',
  periodicInformEnable: 'ManagementServer.PeriodicInformEnable',
  periodicInformInterval: 'ManagementServer.PeriodicInformInterval',
  periodicInformTime: 'ManagementServer.PeriodicInformTime',
  parameterKey: 'ManagementServer.ParameterKey',
  connectionRequestUrl: 'ManagementServer.ConnectionRequestURL',
  connectionRequestUsername: 'ManagementServer.ConnectionRequestUsername',
  connectionRequestPassword: 'ManagementServer.ConnectionRequestPassword',
  udpConnectionRequestAddress: 'ManagementServer.UDPConnectionRequestAddress',
} as const

/** Their XML Schema types (TR-098 and TR-181 tables). */
export const vocabularyTypes = {
  manufacturer: 'string',
  modelName: 'string',
  serialNumber: 'string',
  productClass: 'string',
  hardwareVersion: 'string',
  softwareVersion: 'string',
  provisioningCode: 'string',
  upTime: 'unsignedInt',
  acsUrl: 'string',
  username: 'string',
  password: 'string',
  periodicInformEnable: 'boolean',
  periodicInformInterval: 'unsignedInt',
  periodicInformTime: 'dateTime',
  parameterKey: 'string',
  connectionRequestUrl: 'string',
  connectionRequestUsername: 'string',
  connectionRequestPassword: 'string',
  udpConnectionRequestAddress: 'string',
} as const satisfies Record<keyof typeof sharedPaths, string>

export type Vocabulary = keyof typeof sharedPaths

/** Full path of a vocabulary entry under a root. */
export function pathOf(root: DataModelRoot, entry: Vocabulary): string {
  return root + sharedPaths[entry]
}

/** The root used by an Inform's parameters; null if they use neither. */
export function rootOf(parameters: readonly { name: string }[]): DataModelRoot | null {
  for (const { name } of parameters) {
    if (name.startsWith('InternetGatewayDevice.')) return 'InternetGatewayDevice.'
    if (name.startsWith('Device.')) return 'Device.'
  }
  return null
}

/** Value of a vocabulary entry among parameters, under either root; undefined if absent. */
export function valueOf(parameters: readonly ParameterValue[], entry: Vocabulary): string | undefined {
  const path = sharedPaths[entry]
  return parameters.find(({ name }) => name === `Device.${path}` || name === `InternetGatewayDevice.${path}`)
    ?.value
}

// A trailing `Password` also covers X_VENDOR_AdminPassword; host and counter names do not end that way.
const secretLeaf =
  /(?:Password|Passphrase|PassPhrase|KeyPassphrase|PreSharedKey|PSK|WEPKey|WEPKey\d*|SAEPassphrase|Secret|SharedSecret|PrivateKey|AuthKey|PrivKey|EncryptionKey|Credential|Credentials|PIN|Token|SIPAuthPassword|Community|CommunityString)$/i
const secretBranch = /\.(?:PreSharedKey|WEPKey)\.\d+\./i

/** True for a path whose value must not be stored or shown in clear. When in doubt, true. */
export function isSecretPath(path: string): boolean {
  return secretLeaf.test(path) || secretBranch.test(path)
}

/** Paths that affect whether the gateway stays reachable: changing them needs a second confirmation. */
const danger = [
  /\.ManagementServer\./,
  /^InternetGatewayDevice\.WANDevice\./,
  /^InternetGatewayDevice\.Layer3Forwarding\./,
  /^Device\.(?:PPP|DSL|ATM|PTM|Cellular|Optical|Routing|DHCPv4\.Client|DHCPv6\.Client)\./,
  /^Device\.(?:IP\.Interface|Ethernet\.(?:Link|VLANTermination|Interface))\./,
  /^Device\.DNS\.Client\./,
]

/** Below a TR-098 connection but not part of it. */
const harmless = /^InternetGatewayDevice\.WANDevice\..*\.PortMapping\./

export function isDangerousPath(path: string): boolean {
  return danger.some((pattern) => pattern.test(path)) && !harmless.test(path)
}
