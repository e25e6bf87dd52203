import type { DataModelRoot } from '@netward/cwmp'
import type { GatewayOptions } from './options.ts'
import type { ParameterTree } from './parameter-tree.ts'

type Line = NonNullable<NonNullable<GatewayOptions['network']>['line']>

const connections = 'WANDevice.1.WANConnectionDevice.1.'
const overPpp = {
  Enable: '1',
  ConnectionStatus: 'Disconnected',
  LastConnectionError: 'ERROR_AUTHENTICATION_FAILURE',
  Username: 'line@isp.example',
}
const below = (object: string, values: Record<string, string>) =>
  Object.entries(values).map(([name, value]): [string, string] => [object + name, value])

/** Values that a gateway reports for a broken line: paths below the root. */
const states: Record<DataModelRoot, Record<Line, [string, string][]>> = {
  'Device.': {
    down: below('IP.Interface.2.', { Status: 'Down', 'IPv4Address.1.IPAddress': '' }),
    account_refused: [
      ...below('IP.Interface.2.', {
        Status: 'Down',
        LowerLayers: 'Device.PPP.Interface.1.',
        'IPv4Address.1.IPAddress': '',
      }),
      ...below('PPP.Interface.1.', overPpp),
    ],
  },
  'InternetGatewayDevice.': {
    down: below(`${connections}WANIPConnection.1.`, {
      ConnectionStatus: 'Disconnected',
      ExternalIPAddress: '0.0.0.0',
    }),
    account_refused: [
      ...below(`${connections}WANIPConnection.1.`, {
        Enable: '0',
        ConnectionStatus: 'Disconnected',
        ExternalIPAddress: '0.0.0.0',
      }),
      ...below(`${connections}WANPPPConnection.1.`, overPpp),
    ],
  },
}

/** Sets a value as the gateway itself would: a broken line, a full memory. */
export function applyLineState(
  tree: ParameterTree,
  root: DataModelRoot,
  { network, freeMemory }: Pick<GatewayOptions, 'network' | 'freeMemory'>,
): void {
  const values = network?.line === undefined ? [] : states[root][network.line]
  for (const [path, value] of values) tree.put(root + path, value)
  if (freeMemory !== undefined) tree.put(`${root}DeviceInfo.MemoryStatus.Free`, String(freeMemory))
}
