import type { MetricTerm } from './terms.ts'

/** Names of parameters below an object, by term; the first that the gateway has is read. */
export type Names = Partial<Record<MetricTerm, readonly (string | RegExp)[]>>

/**
 * Below the root, in both data models (TR-181 DeviceInfo; TR-098 takes it from TR-157). Vendors' own names follow the
 * standard ones: what Huawei, China Telecom and China Mobile gateways have, and what others name alike.
 */
export const deviceNames = {
  uptime: ['DeviceInfo.UpTime'],
  cpu: [
    'DeviceInfo.ProcessStatus.CPUUsage',
    'DeviceInfo.X_HW_CpuUsed',
    'DeviceInfo.X_CT-COM_CPU',
    'DeviceInfo.X_CMCC_SysInfo.CPUUsage',
    /^DeviceInfo\.X_[\w-]+_(?:CPU|Cpu)(?:Used|Usage|Load)$/,
  ],
  memoryTotal: ['DeviceInfo.MemoryStatus.Total'],
  memoryFree: ['DeviceInfo.MemoryStatus.Free'],
  /** No standard counts the sessions of NAT. */
  sessions: [
    /^(?:NAT|Firewall|DeviceInfo)\.X_[\w-]+_(?:Nat|NAT)?(?:Current)?(?:Session|Conntrack|ConnTrack)(?:s|Count|Number|NumberOfEntries)$/,
  ],
} as const satisfies Names

/** Where there is no MemoryStatus. */
export const vendorMemoryNames = {
  memoryTotalBytes: ['DeviceInfo.X_CMCC_SysInfo.MemoryTotal'],
  memoryFreeBytes: ['DeviceInfo.X_CMCC_SysInfo.MemoryFree'],
} as const satisfies Names
export const vendorMemoryUsageNames = {
  memoryUsage: ['DeviceInfo.X_HW_MemUsed', /^DeviceInfo\.X_[\w-]+_(?:Mem|MEM|Memory)(?:Used|Usage)$/],
} as const satisfies Names

/** TR-181 Stats of each interface; TR-098 LANEthernetInterfaceConfig has the same names. */
export const statsNames = {
  inOctets: ['Stats.BytesReceived'],
  outOctets: ['Stats.BytesSent'],
  inErrors: ['Stats.ErrorsReceived'],
  outErrors: ['Stats.ErrorsSent'],
  inPackets: ['Stats.PacketsReceived'],
  outPackets: ['Stats.PacketsSent'],
  inDiscards: ['Stats.DiscardPacketsReceived'],
  outDiscards: ['Stats.DiscardPacketsSent'],
} as const satisfies Names

/** TR-098 WANIPConnection and WANPPPConnection. */
export const connectionNames = {
  inOctets: ['Stats.EthernetBytesReceived'],
  outOctets: ['Stats.EthernetBytesSent'],
  inErrors: ['Stats.EthernetErrorsReceived'],
  outErrors: ['Stats.EthernetErrorsSent'],
  inPackets: ['Stats.EthernetPacketsReceived'],
  outPackets: ['Stats.EthernetPacketsSent'],
  inDiscards: ['Stats.EthernetDiscardPacketsReceived'],
  outDiscards: ['Stats.EthernetDiscardPacketsSent'],
} as const satisfies Names

/** TR-098 WANCommonInterfaceConfig and WLANConfiguration. */
export const totalNames = {
  inOctets: ['TotalBytesReceived'],
  outOctets: ['TotalBytesSent'],
  inPackets: ['TotalPacketsReceived'],
  outPackets: ['TotalPacketsSent'],
} as const satisfies Names

/** TR-181 Ethernet.Interface: what was agreed with the other side, else what the port can do. */
export const ethernetNames = { speedMbit: ['CurrentBitRate', 'MaxBitRate'] } as const satisfies Names
export const stateNames = { state: ['Status'] } as const satisfies Names
export const connectionStateNames = { state: ['ConnectionStatus'] } as const satisfies Names
export const layer1Names = { speedBit: ['Layer1DownstreamMaxBitRate'] } as const satisfies Names

/** TR-181 WiFi.Radio; RDK gateways have the noise and the load of the channel under names of their own. */
export const radioNames = {
  channel: ['Channel'],
  noise: ['Stats.Noise', /^Stats\.X_[\w-]+_NoiseFloor$/],
  utilisation: [/^Stats\.X_[\w-]+_ChannelUtilization$/],
} as const satisfies Names

/** TR-181 2.8 Cellular.Interface. SINR is of the vendors. */
export const cellularNames = {
  rsrp: ['RSRP'],
  rsrq: ['RSRQ'],
  sinr: ['SINR', /^X_[\w-]+_(?:SINR|SNR)$/],
  rssi: ['RSSI'],
} as const satisfies Names

/** TR-181 DSL.Channel and TR-098 WANDSLInterfaceConfig. */
export const dslChannelNames = {
  dslDownRate: ['DownstreamCurrRate'],
  dslUpRate: ['UpstreamCurrRate'],
} as const satisfies Names
/** TR-181 DSL.Line and TR-098 WANDSLInterfaceConfig. */
export const dslLineNames = {
  dslDownMargin: ['DownstreamNoiseMargin'],
  dslUpMargin: ['UpstreamNoiseMargin'],
} as const satisfies Names
