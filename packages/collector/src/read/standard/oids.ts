/** Objects of standard MIBs by their descriptors. Scalars end with `.0`, others are columns. */
export const system = {
  sysDescr: '1.3.6.1.2.1.1.1.0',
  sysObjectID: '1.3.6.1.2.1.1.2.0',
  sysUpTime: '1.3.6.1.2.1.1.3.0',
  sysContact: '1.3.6.1.2.1.1.4.0',
  sysName: '1.3.6.1.2.1.1.5.0',
  sysLocation: '1.3.6.1.2.1.1.6.0',
  snmpEngineID: '1.3.6.1.6.3.10.2.1.1.0',
} as const

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'

/** IF-MIB (RFC 2863) and EtherLike-MIB (RFC 3635). */
export const ifMib = {
  ifDescr: `${ifEntry}.2`,
  ifType: `${ifEntry}.3`,
  ifMtu: `${ifEntry}.4`,
  ifSpeed: `${ifEntry}.5`,
  ifPhysAddress: `${ifEntry}.6`,
  ifAdminStatus: `${ifEntry}.7`,
  ifOperStatus: `${ifEntry}.8`,
  ifInOctets: `${ifEntry}.10`,
  ifInUcastPkts: `${ifEntry}.11`,
  ifInDiscards: `${ifEntry}.13`,
  ifInErrors: `${ifEntry}.14`,
  ifOutOctets: `${ifEntry}.16`,
  ifOutUcastPkts: `${ifEntry}.17`,
  ifOutDiscards: `${ifEntry}.19`,
  ifOutErrors: `${ifEntry}.20`,
  ifName: `${ifXEntry}.1`,
  ifHCInOctets: `${ifXEntry}.6`,
  ifHCInUcastPkts: `${ifXEntry}.7`,
  ifHCOutOctets: `${ifXEntry}.10`,
  ifHCOutUcastPkts: `${ifXEntry}.11`,
  ifHighSpeed: `${ifXEntry}.15`,
  ifAlias: `${ifXEntry}.18`,
  ifCounterDiscontinuityTime: `${ifXEntry}.19`,
  dot3StatsDuplexStatus: '1.3.6.1.2.1.10.7.2.1.19',
} as const

/** BRIDGE-MIB (RFC 4188) and Q-BRIDGE-MIB (RFC 4363). */
export const bridge = {
  dot1dBaseBridgeAddress: '1.3.6.1.2.1.17.1.1.0',
  dot1dBasePortIfIndex: '1.3.6.1.2.1.17.1.4.1.2',
  dot1dTpFdbPort: '1.3.6.1.2.1.17.4.3.1.2',
  dot1dTpFdbStatus: '1.3.6.1.2.1.17.4.3.1.3',
  dot1qTpFdbPort: '1.3.6.1.2.1.17.7.1.2.2.1.2',
  dot1qTpFdbStatus: '1.3.6.1.2.1.17.7.1.2.2.1.3',
  dot1qVlanFdbId: '1.3.6.1.2.1.17.7.1.4.2.1.3',
  dot1qVlanCurrentEgressPorts: '1.3.6.1.2.1.17.7.1.4.2.1.4',
  dot1qVlanCurrentUntaggedPorts: '1.3.6.1.2.1.17.7.1.4.2.1.5',
  dot1qVlanStaticEgressPorts: '1.3.6.1.2.1.17.7.1.4.3.1.2',
  dot1qVlanStaticUntaggedPorts: '1.3.6.1.2.1.17.7.1.4.3.1.4',
  dot1qPvid: '1.3.6.1.2.1.17.7.1.4.5.1.1',
} as const

/** IP-MIB (RFC 4293) and its table of before (RFC 1213). */
export const ip = {
  ipAdEntIfIndex: '1.3.6.1.2.1.4.20.1.2',
  ipAddressIfIndex: '1.3.6.1.2.1.4.34.1.3',
  ipNetToMediaPhysAddress: '1.3.6.1.2.1.4.22.1.2',
  ipNetToPhysicalPhysAddress: '1.3.6.1.2.1.4.35.1.4',
} as const

/** POWER-ETHERNET-MIB (RFC 3621), by port. */
export const powerEthernet = {
  pethPsePortDetectionStatus: '1.3.6.1.2.1.105.1.1.1.6',
  pethPsePortPowerClassifications: '1.3.6.1.2.1.105.1.1.1.10',
} as const

const lldpRemEntry = '1.0.8802.1.1.2.1.4.1.1'

/** LLDP-MIB (IEEE 802.1AB). */
export const lldp = {
  lldpLocChassisIdSubtype: '1.0.8802.1.1.2.1.3.1.0',
  lldpLocChassisId: '1.0.8802.1.1.2.1.3.2.0',
  lldpLocPortIdSubtype: '1.0.8802.1.1.2.1.3.7.1.2',
  lldpLocPortId: '1.0.8802.1.1.2.1.3.7.1.3',
  lldpLocPortDesc: '1.0.8802.1.1.2.1.3.7.1.4',
  lldpRemChassisIdSubtype: `${lldpRemEntry}.4`,
  lldpRemChassisId: `${lldpRemEntry}.5`,
  lldpRemPortIdSubtype: `${lldpRemEntry}.6`,
  lldpRemPortId: `${lldpRemEntry}.7`,
  lldpRemPortDesc: `${lldpRemEntry}.8`,
  lldpRemSysName: `${lldpRemEntry}.9`,
  lldpRemSysDesc: `${lldpRemEntry}.10`,
  lldpRemManAddrIfSubtype: '1.0.8802.1.1.2.1.4.2.1.3',
} as const

const cdpCacheEntry = '1.3.6.1.4.1.9.9.23.1.2.1.1'

/** CISCO-CDP-MIB, which other makers serve too. */
export const cdp = {
  cdpCacheAddress: `${cdpCacheEntry}.4`,
  cdpCacheVersion: `${cdpCacheEntry}.5`,
  cdpCacheDeviceId: `${cdpCacheEntry}.6`,
  cdpCacheDevicePort: `${cdpCacheEntry}.7`,
} as const

const entPhysicalEntry = '1.3.6.1.2.1.47.1.1.1.1'

/** ENTITY-MIB (RFC 6933). */
export const entity = {
  entPhysicalDescr: `${entPhysicalEntry}.2`,
  entPhysicalContainedIn: `${entPhysicalEntry}.4`,
  entPhysicalClass: `${entPhysicalEntry}.5`,
  entPhysicalName: `${entPhysicalEntry}.7`,
  entPhysicalHardwareRev: `${entPhysicalEntry}.8`,
  entPhysicalFirmwareRev: `${entPhysicalEntry}.9`,
  entPhysicalSoftwareRev: `${entPhysicalEntry}.10`,
  entPhysicalSerialNum: `${entPhysicalEntry}.11`,
  entPhysicalModelName: `${entPhysicalEntry}.13`,
  entAliasMappingIdentifier: '1.3.6.1.2.1.47.1.3.2.1.2',
} as const
