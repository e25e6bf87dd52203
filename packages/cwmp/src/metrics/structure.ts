import type { DataModelRoot } from '../data-model.ts'
import type { GatewayTree } from '../vocabulary/tree.ts'

/** What names a part of a gateway, and says on what it runs. */
const naming: Readonly<Record<DataModelRoot, RegExp>> = {
  'Device.':
    /^Device\.(?:IP\.Interface\.\d+\.(?:Name|Alias|Type|Enable|LowerLayers)|(?:Ethernet\.(?:Link|VLANTermination)|PPP\.Interface|(?:PTM|ATM)\.Link|DSL\.Channel)\.\d+\.LowerLayers|Ethernet\.Interface\.\d+\.(?:Name|Alias|Enable|Upstream|MACAddress|DuplexMode)|WiFi\.Radio\.\d+\.OperatingFrequencyBand|WiFi\.SSID\.\d+\.(?:Name|SSID|BSSID|Enable|LowerLayers)|WiFi\.AccessPoint\.\d+\.SSIDReference|Cellular\.Interface\.\d+\.(?:Name|Alias)|DeviceInfo\.TemperatureStatus\.TemperatureSensor\.\d+\.(?:Name|Alias))$/,
  'InternetGatewayDevice.':
    /^InternetGatewayDevice\.(?:WANDevice\.\d+\.WANConnectionDevice\.\d+\.WAN(?:IP|PPP)Connection\.\d+\.(?:Name|ConnectionStatus|ExternalIPAddress|Enable)|LANDevice\.\d+\.LANEthernetInterfaceConfig\.\d+\.(?:Name|Enable|MACAddress|DuplexMode)|LANDevice\.\d+\.WLANConfiguration\.\d+\.(?:Name|SSID|BSSID|Enable|Channel|OperatingFrequencyBand)|DeviceInfo\.TemperatureStatus\.TemperatureSensor\.\d+\.(?:Name|Alias))$/,
}
/** As many as one call takes; the next session goes on. */
const most = 64

export function unreadNames(tree: GatewayTree): string[] {
  const names: string[] = []
  for (const [path, { readAt }] of tree.parameters) {
    if (readAt === null && naming[tree.root].test(path)) names.push(path)
    if (names.length === most) break
  }
  return names
}
