/** CWMP versions by namespace. 1.3 and 1.4 have no namespace: they negotiate inside cwmp-1-2. */
const prefix = 'urn:dslforum-org:cwmp-'

export const defaultNamespace = `${prefix}1-0`

export const supportedVersions = ['1.0', '1.1', '1.2', '1.3', '1.4'] as const
export type CwmpVersion = (typeof supportedVersions)[number]

/** True for any CWMP namespace; devices that send cwmp-1-3 or cwmp-1-4 are answered in the same. */
export function isCwmpNamespace(uri: string): boolean {
  return uri.startsWith(prefix) && /^\d-\d$/.test(uri.slice(prefix.length))
}

function versionOfNamespace(namespace: string): CwmpVersion {
  const version = namespace.slice(prefix.length).replace('-', '.')
  return supportedVersions.find((known) => known === version) ?? '1.0'
}

export interface Negotiated {
  version: CwmpVersion
  /** UseCWMPVersion for the InformResponse; null if the device offered no list. */
  useVersion: CwmpVersion | null
}

/** TR-069 amendment 5, 3.4.6.1: the highest offered version that we support, else the namespace's version. */
export function negotiateVersion(namespace: string, offered: readonly string[]): Negotiated {
  const common = supportedVersions.findLast((version) => offered.includes(version))
  if (common === undefined) return { version: versionOfNamespace(namespace), useVersion: null }
  return { version: common, useVersion: common }
}
