/** Closed lists of devices, without a library: collectors and forms use them too. */

/** The ten types of the specification, and others: UPS, camera, storage, server. */
export const deviceTypes = [
  'switch',
  'router',
  'firewall',
  'wireless_controller',
  'wireless_ap',
  'security_gateway',
  'printer',
  'cash_register',
  'access_control',
  'smart_cpe',
  'other',
] as const
export type DeviceType = (typeof deviceTypes)[number]

/** Types that are added by hand, by file or by discovery. A smart CPE calls in by itself. */
export const addableTypes = deviceTypes.filter((type) => type !== 'smart_cpe')

/** How a device is reached: over TR-069, over SNMP, by ping and TCP alone (`probe`), or not at all. */
export const deviceDrivers = ['cwmp', 'snmp', 'probe', 'none'] as const
export type DeviceDriver = (typeof deviceDrivers)[number]

/** What a notification of a maker means; words in phrases. */
export const trapMeanings = [
  'power_failed',
  'power_restored',
  'part_removed',
  'part_inserted',
  'fan_failed',
  'fan_restored',
  'temperature_high',
  'temperature_normal',
  'voltage_abnormal',
  'cpu_high',
  'cpu_normal',
  'memory_high',
  'memory_normal',
  'configuration_changed',
  'hardware_changed',
  'loop',
  'port_security',
  'port_disabled',
  'redundancy_changed',
  'topology_changed',
  'neighbour_changed',
  'ap_lost',
  'ap_joined',
  'tunnel_up',
  'tunnel_down',
  'attack',
  'poe_changed',
  'poe_budget',
  'printer_alert',
  'ups_on_battery',
  'ups_on_line',
  'ups_overload',
  'ups_unreachable',
  'ups_alarm',
  'ups_alarm_cleared',
  'battery_low',
  'battery_normal',
  'battery_replace',
] as const
export type TrapMeaning = (typeof trapMeanings)[number]

/** How the version of a device compares with the firmware that its company released for its model. */
export const firmwareStandings = ['approved', 'old', 'unknown'] as const
export type FirmwareStanding = (typeof firmwareStandings)[number]
