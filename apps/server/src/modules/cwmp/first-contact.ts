import { type Inform, rootOf } from '@netward/cwmp'

/** Below the root: what the detail page of a gateway shows. */
const firstBranches = {
  'Device.': [
    'Device.DeviceInfo.',
    'Device.ManagementServer.',
    'Device.IP.Interface.',
    'Device.Ethernet.Link.',
    'Device.PPP.Interface.',
  ],
  'InternetGatewayDevice.': [
    'InternetGatewayDevice.DeviceInfo.',
    'InternetGatewayDevice.ManagementServer.',
    'InternetGatewayDevice.WANDevice.',
    'InternetGatewayDevice.LANDevice.1.LANHostConfigManagement.',
  ],
} as const

/**
 * Reads of a new gateway: the branches of the detail page, and the names of the whole tree, branch by branch
 * (`deep`), since small clients cannot hold the whole answer.
 */
export function firstReads(inform: Inform): { kind: string; request: Record<string, unknown> }[] {
  const root = rootOf(inform.parameters) ?? 'Device.'
  return [
    { kind: 'get_parameter_values', request: { paths: firstBranches[root] } },
    { kind: 'get_parameter_names', request: { path: root, nextLevel: true, deep: true } },
  ]
}
